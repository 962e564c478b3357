"""What cannot be answered is refused in one sentence; long work stops."""

import os
import pickle
import signal
import threading
import time

import pytest

import kosolver


@pytest.fixture(autouse=True)
def interrupts():
    """A shell that starts the tests in the background has SIGINT ignored; then Python has no handler."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


FAULTS = [
    (lambda: kosolver.solve("3y3"), "3y3"),
    (lambda: kosolver.solve("3x3", "skk"), "did you mean"),
    (lambda: kosolver.solve("3x3", ko="nobody"), "nobody"),
    (lambda: kosolver.solve("2x2", position="X.O/..."), "X.O"),
    (lambda: kosolver.solve("2x2", to_play="red"), "'red' is not a player: write black or white"),
    (lambda: kosolver.solve("2x2", time=-1), "-1"),
    (lambda: kosolver.solve("2x2", time=float("nan")), "NaN"),
    (lambda: kosolver.solve("2x2", memory=1), "1048576"),
    (lambda: kosolver.solve("2x2", memory=1 << 60), "memory: the system lets this program take"),
    (lambda: kosolver.solve("2x2", threads=0), "threads"),
    (lambda: kosolver.solve("8x8", ko="basic", time=1), "8x8"),
    (lambda: kosolver.compare("2x2", ["psk"]), "at least two"),
    (lambda: kosolver.count("3y3"), "3y3"),
    (lambda: kosolver.compare("2x2", ["psk", "ssk"], ko=["psk"]), "not both"),
    (lambda: kosolver.compare("5x5", ["psk", "ssk"]), "positions"),
    (lambda: kosolver.positions("6x6"), "positions"),
    (lambda: kosolver.sgf("cycle:4"), "SGF"),
    (lambda: kosolver.verify(b"nothing"), "header"),
    (lambda: kosolver.certify("1x2").verify(memory=1), "takes at least 25 MiB of memory"),
    (lambda: kosolver.play("1x2", "A9"), "A9"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[1])
def test_a_fault_is_one_sentence(fault):
    ask, part = fault
    with pytest.raises(kosolver.Error) as raised:
        ask()
    message = str(raised.value)
    assert part in message and "\n" not in message
    assert isinstance(raised.value, ValueError)
    assert str(pickle.loads(pickle.dumps(raised.value))) == message


def test_an_illegal_move_changes_nothing():
    game = kosolver.Session("1x2", "psk")
    with pytest.raises(kosolver.IllegalMove, match="move 3 is illegal: black A1 .* has occurred before"):
        game.play("A1 B1 A1")
    assert game.moves == ()
    with pytest.raises(kosolver.IllegalMove, match="move 3 is illegal"):
        kosolver.play("1x2", "A1 B1 A1")


def test_a_false_certificate_is_rejected():
    proof = kosolver.certify("2x2", "psk").data
    with pytest.raises(kosolver.Rejected):
        kosolver.verify(proof.replace(b"value 1", b"value 2", 1))
    with pytest.raises(kosolver.Rejected):
        kosolver.verify(proof[:-9])


@pytest.mark.skipif(os.name != "posix", reason="links and devices")
def test_a_certificate_replaces_files_alone(tmp_path):
    proof = kosolver.certify("1x2", "psk")
    (tmp_path / "file").write_bytes(b"file")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    for path, why in ((tmp_path / "link", "it is a symbolic link"), ("/dev/null", "it exists and is not a regular file")):
        with pytest.raises(OSError, match=why):
            proof.save(path)
    assert (tmp_path / "file").read_bytes() == b"file" and (tmp_path / "link").is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices")
def test_what_is_no_plain_file_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "long").open("wb") as long:
        long.truncate(1 << 40)
    for read in (kosolver.verify, kosolver.Rule.file, kosolver.read_table, kosolver.read_comparison):
        for path, why in (
            (tmp_path / "pipe", "pipe cannot be read: it is not a regular file"),
            ("/dev/zero", "/dev/zero cannot be read: it is not a regular file"),
            (tmp_path, "cannot be read: it is a directory"),
            (tmp_path / "long", "long cannot be read: it is too long: at most [0-9]+ bytes are read"),
        ):
            with pytest.raises(OSError, match=why):
                read(path)
        with pytest.raises(FileNotFoundError, match="none cannot be read"):
            read(tmp_path / "none")


BUDGETS = [
    lambda: kosolver.solve("5x5", time=0.2),
    lambda: kosolver.solve("4x4", nodes=1000),
    lambda: kosolver.Session("5x5", time=0.2).value(),
    lambda: kosolver.table(["5x5"], ko=["psk"], time=0.2),
    lambda: kosolver.compare("3x3", ko=["psk", "kee"], time=0.2),
    lambda: kosolver.legal_positions("12x5", memory=1 << 20),
]


@pytest.mark.parametrize("ask", BUDGETS)
def test_a_budget_is_kept(ask):
    with pytest.raises(kosolver.OutOfBudget):
        ask()


def test_a_session_goes_on_after_a_budget():
    game = kosolver.Session("3x4", "psk", nodes=10)
    with pytest.raises(kosolver.OutOfBudget):
        game.value()
    game.play("B2")
    assert game.position == "..../.X../...."


WORK = [
    lambda: kosolver.solve("6x6"),
    lambda: kosolver.Session("6x6").value(),
    lambda: kosolver.certify("6x6"),
    lambda: kosolver.table(["6x6"], ko=["psk"]),
    lambda: kosolver.compare(["3x4"], ko=["psk", "kee"]),
    lambda: kosolver.legal_positions("7x9", memory=8 << 30),
]


# Windows has no signal that one process sends another.
signals = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT")


@signals
@pytest.mark.parametrize("ask", WORK)
def test_control_c_stops_the_work(ask):
    """None of these ends by itself as soon as that."""
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask()
    timer.join()


@signals
def test_a_session_answers_after_control_c():
    game = kosolver.Session("6x6", "psk")
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        game.value()
    game.play("C3")
    assert game.moves == ("C3",)


def test_python_goes_on_while_it_works():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(1)
            time.sleep(0.005)

    ticker = threading.Thread(target=tick)
    ticker.start()
    with pytest.raises(kosolver.OutOfBudget):
        kosolver.solve("6x6", time=0.5)
    stop.set()
    ticker.join()
    assert len(ticks) > 2


def test_a_session_may_be_asked_from_several_threads():
    """While it answers one, the others wait."""
    began = threading.Event()
    game = kosolver.Session("6x6", "psk", time=0.5, progress=lambda done, total: began.set())
    faults = []

    def work():
        try:
            game.value()
        except kosolver.OutOfBudget as fault:
            faults.append(fault)

    worker = threading.Thread(target=work)
    worker.start()
    assert began.wait(60)
    game.play("C3")
    worker.join()
    assert game.moves == ("C3",) and len(faults) == 1


def test_what_is_told_of_progress_can_stop_the_work():
    def full(done, total):
        raise RuntimeError("enough")

    for ask in (
        lambda: kosolver.solve("6x6", progress=full),
        lambda: kosolver.Session("6x6", progress=full).value(),
        lambda: kosolver.table("6x6", ko="psk", progress=full),
    ):
        with pytest.raises(RuntimeError, match="enough"):
            ask()
