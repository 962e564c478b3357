"""The command that comes with the module, where no Rust is, and what it answers to Python."""

import json
import os
import signal
import subprocess
import sys
import sysconfig

import pytest

import kosolver

SCRIPT = os.path.join(sysconfig.get_path("scripts"), "kosolver")
WAYS = [[SCRIPT], [sys.executable, "-m", "kosolver"]]


def run(*words, way=WAYS[1], **options):
    environment = {"PATH": os.defpath, **{k: v for k, v in os.environ.items() if k in ("SYSTEMROOT", "TEMP", "TMP")}}
    return subprocess.run([*way, *words], capture_output=True, encoding="utf-8", env=environment, **options)


@pytest.mark.parametrize("way", WAYS, ids=["script", "module"])
def test_the_command_solves(way):
    done = run("solve", "1x3", "--ko", "psk", way=way)
    assert done.returncode == 0 and done.stderr == ""
    assert "value      3" in done.stdout
    # The commit may follow.
    assert run("--version", way=way).stdout.split()[:2] == ["kosolver", kosolver.__version__]


def test_exit_codes_are_those_of_the_program(tmp_path):
    for words in (["solve", "3y3", "--ko", "psk"], ["solv"], []):
        assert run(*words).returncode == 2
    fault = run("solve", "3y3", "--ko", "psk")
    assert fault.stdout == "" and fault.stderr.startswith("kosolver: ") and fault.stderr.count("\n") == 1
    proof = tmp_path / "2x2.kcert"
    assert run("solve", "2x2", "--ko", "psk", "--certificate", str(proof)).returncode == 0
    assert run("verify", str(proof)).returncode == 0
    proof.write_bytes(proof.read_bytes().replace(b"value 1", b"value 2", 1))
    assert run("verify", str(proof)).returncode == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT")
def test_control_c_ends_the_command():
    words = [*WAYS[1], "gtp"]
    pipes = {name: subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
    # A shell that starts the tests in the background has SIGINT ignored.
    reset = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
    work = subprocess.Popen(words, encoding="utf-8", **pipes, **reset)
    work.stdin.write("name\n")
    work.stdin.flush()
    # It has begun when it answers.
    assert work.stdout.readline().startswith("= ")
    work.send_signal(signal.SIGINT)
    assert work.wait(60) == 130
    assert work.stderr.read().endswith("kosolver: interrupted; nothing was written\n")


def test_a_reader_that_goes_away_is_no_fault():
    work = subprocess.Popen([*WAYS[1], "rules", "show", "psk"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    work.stdout.close()
    assert work.stderr.read() == b"" and work.wait(60) == 0


def test_workers_are_processes_of_the_same_program(tmp_path):
    table = tmp_path / "1x3.ktab"
    done = run("tablebase", "build", "1x3", "--ko", "basic", "--processes", "2", "--out", str(table))
    assert (done.returncode, table.exists()) == (0, True), done.stderr


def test_what_commands_answer():
    assert kosolver.count("3x3")["legal_positions"] == "12675"
    assert kosolver.ko("1x3", "X.O")["position"] == "X.O"
    (cell,) = kosolver.players("1x2", ko=["psk"], players=2)["cells"]
    assert cell["board"] == "1x2"
    assert kosolver.command("solve", "1x3", ko="psk", to_play="white")["score"] == -3


def test_a_real_game_is_refereed(tmp_path):
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[1]FF[4]SZ[9];B[aa];W[ab])")
    report = kosolver.referee(game, ko=["psk", "ssk"])
    assert json.dumps(report).count("psk") >= 1
    with pytest.raises(kosolver.Error, match="nowhere.sgf"):
        kosolver.referee(tmp_path / "nowhere.sgf")
