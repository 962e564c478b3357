"""Ko rules of one's own: what their texts say, where they stand in place of names, and what is wrong with them."""

import pickle

import pytest

import kosolver

PSK = "rule own-psk\nremember stood(after) on start, play\nforbid play if stood(after)\n"
OPEN = PSK.replace("own-psk", "open") + 'option plays "whether the start counts" {\nremember stood(after) on play\n}\n'


@pytest.fixture
def psk():
    return kosolver.Rule(PSK)


def test_a_rule_says_what_it_is(psk):
    assert (psk.name, psk.title, psk.source, psk.reading) == ("own-psk", "own-psk", "a text", None)
    assert psk.sentence == kosolver.ruleset("ko=psk").prohibition
    assert repr(psk) == f"<Rule own-psk: {psk.sentence}>"
    assert psk.end == "two consecutive passes"
    assert psk.why_it_ends and all(sentence.endswith(".") for sentence in psk.why_it_ends)
    assert psk.normal_form == PSK
    titled = kosolver.Rule(PSK.replace("\n", "\ntitle  every position once\nsource  me\n", 1))
    assert (titled.title, titled.source) == ("every position once", "me")
    assert kosolver.Rule("rule own-none").why_it_ends == ()


def test_rules_are_equal_if_their_normal_forms_are(psk):
    spaced = kosolver.Rule("# the same\n" + PSK.replace(" on", "   on"))
    assert spaced == psk and hash(spaced) == hash(psk) and len({spaced, psk}) == 1
    other = kosolver.Rule(PSK.replace("start, play", "play"))
    assert other != psk and psk != PSK
    assert pickle.loads(pickle.dumps(psk)) == psk
    with pytest.raises(AttributeError):
        psk.text = "rule x"


def test_a_rule_stands_in_place_of_a_name(psk):
    value = kosolver.solve("2x2", "psk").value
    assert kosolver.solve("2x2", psk).value == kosolver.solve("2x2", ko=psk).value == value
    assert kosolver.solve("2x2", f"komi=1 suicide=allowed\n{psk}").value.score == 0
    assert kosolver.table(["1x5", "2x2"], ko=[psk, "ssk"])["2x2", "own-psk"].value == value
    assert kosolver.table("2x2", [psk, "psk"])["2x2", "own-psk"].value == value
    [pair] = kosolver.compare("1x4", ko=[psk, "psk"]).pairs
    assert pair.rules == ("own-psk", "psk") and pair.differ == 0
    game = kosolver.play("1x2", "A1 B1", psk)
    assert game.candidates[0].illegal.startswith("black A1 is prohibited by own-psk: ")
    assert kosolver.Session("2x2", psk).value() == value
    proof = kosolver.certify("1x2", psk)
    assert b"ko rule own-psk" in proof.data and proof.verify().score == 0
    assert "; rule own-psk; remember" in kosolver.sgf("1x2", psk)
    assert kosolver.ruleset(psk).name == "own-psk"


def test_what_a_result_says_of_its_rules_is_read_back(psk):
    text = kosolver.ruleset(psk).text
    assert text.startswith("ko=own-psk suicide=forbidden") and "\n" not in text
    assert kosolver.solve("2x2", text).value == kosolver.solve("2x2", psk).value
    assert kosolver.play("1x2", "", kosolver.play("1x2", "", psk).rules).rules == text


def test_commands_take_rules_as_files(psk):
    assert kosolver.command("solve", "2x2", ko=psk)["score"] == 1
    names = [cell["ko"] for cell in kosolver.command("table", boards="1x2", ko=[psk, "ssk", kosolver.Rule(OPEN, "plays")])["cells"]]
    assert names == ["own-psk", "ssk", "open:plays"]


def test_a_reading_is_chosen(tmp_path):
    default, plays = kosolver.Rule(OPEN), kosolver.Rule(OPEN, "plays")
    assert default.readings == plays.readings == ("open", "open:plays")
    assert (default.name, plays.name) == ("open", "open:plays") and default != plays
    assert kosolver.ruleset(plays).ko == "open:plays"
    assert kosolver.solve("1x3", plays).value == kosolver.solve("1x3", ko=plays).value
    path = tmp_path / "open.ko"
    path.write_text(OPEN, encoding="utf-8")
    assert kosolver.Rule.file(path, "plays") == plays and kosolver.Rule.file(str(path)) == default
    with pytest.raises(kosolver.Error, match="no reading open:x: they are open, open:plays"):
        kosolver.Rule(OPEN, "x")


def test_what_is_wrong_with_a_text_is_marked(tmp_path):
    wrong = PSK.replace("(after) on", "(afer) on")
    with pytest.raises(ValueError) as fault:
        kosolver.Rule(wrong)
    assert isinstance(fault.value, kosolver.RuleError) and isinstance(fault.value, kosolver.Error)
    assert (fault.value.line, fault.value.column) == (2, 16)
    message, place, _, line, mark = str(fault.value).splitlines()[:5]
    assert message.startswith("'afer' stands where a term") and message.endswith("did you mean after?")
    assert place.strip() == "--> the rule:2:16"
    assert line == "2 | remember stood(afer) on start, play" and mark.split() == ["|", "^^^^"]
    assert mark.index("^") == line.index("afer")
    path = tmp_path / "wrong.ko"
    path.write_text(wrong, encoding="utf-8")
    with pytest.raises(kosolver.RuleError, match=r"wrong\.ko:2:16"):
        kosolver.Rule.file(path)
    with pytest.raises(kosolver.RuleError, match="games under this rule need not end"):
        kosolver.Rule("rule x\nremember stood(after) on start\nforbid play if stood(after)")
    with pytest.raises(kosolver.RuleError, match="there is a ko rule psk that says something else"):
        kosolver.Rule("rule psk\nforbid play if retakes")
    with pytest.raises(kosolver.RuleError, match="more than 65536 bytes"):
        kosolver.Rule(PSK + "#" * 65_536)
    with pytest.raises(kosolver.RuleError):
        kosolver.solve("2x2", wrong)
    with pytest.raises(OSError):
        kosolver.Rule.file(tmp_path / "none.ko")


def test_two_rules_of_one_name_are_not_one_column(psk):
    other = kosolver.Rule(PSK.replace("start, play", "play"))
    # By themselves each is meant.
    values = [str(kosolver.solve("1x2", rule, position="X.", to_play="white").value) for rule in (psk, other, psk)]
    assert values[0] == values[2]
    with pytest.raises(kosolver.Error, match="two rules have the name own-psk"):
        kosolver.table("1x2", ko=[psk, other])
