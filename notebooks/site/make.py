"""The site of the published results: pages for a browser, which need no server and ask no other host.

    python notebooks/site/make.py --out site --url https://example.org/go/ --checker verified

It is made of the files of results, of the pages of docs, and of what the module computes: the values of
all moves where positions can be played through. A new page or file is on the site without more work.
"""

import argparse
import html
import json
import os
import re
import shlex
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path, PurePosixPath
from urllib.parse import urlencode

import jinja2
from markdown_it import MarkdownIt
from markdown_it.token import Token

import kosolver

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
#: What pages of reports and the explorer have too: styles, scripts, the positions of the gallery.
REPORT = ROOT / "crates" / "report"
#: The visited states of the game that the values at a position may take, in the gallery and elsewhere.
GALLERY, SEPARATORS = 1_000_000, 5_000
#: The port of the explorer.
PORT = 8361
FINDINGS = "docs/findings.md"
#: A page with more letters than this is folded at its headings.
LONG = 9_000
#: The pages that the menu names: the first five, and more.
MENU = {
    "positions.html": "Play",
    "docs/findings.html": "Findings",
    "values.html": "Values",
    "separators.html": "Compare",
    "explore.html": "Explorer",
}
MORE = {
    "kee.html": "The table of empty boards",
    "frontier.html": "The largest boards",
    "graphs.html": "Boards of any shape",
    "docs/rules.html": "The ko rules",
    "docs/rule-in-ten-minutes.html": "A rule of your own",
    "docs/glossary.html": "Glossary",
    "docs/conformance.html": "Test a program",
    "docs/data.html": "Data, and how to check it",
    "README.html": "The program",
}
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
)


def place(path):
    """Where the site has a file of the repository: what is in results stands at its root."""
    path = path.removeprefix("results/")
    return path.removesuffix(".md") + ".html" if path.endswith(".md") else path


def root(page):
    """The way from a page of the site to its root."""
    return "../" * page.count("/")


def query(board, rules, position="", to_play="black", moves=(), at=None):
    """What the explorer shows, as it stands after the ? of its address; ``at`` counts moves, if not all are made."""
    given = {"board": board, **dict(zip(("rules", "against"), rules))}
    given |= {"position": position} if re.search("[XO]", position) else {}
    given |= {"to_play": "white"} if to_play == "white" else {}
    given |= {"moves": ",".join(moves)} if moves else {}
    given |= {"at": at} if at is not None and at < len(moves) else {}
    return urlencode(given, safe=":/,")


def key(board, position, to_play, moves=()):
    """What tells positions apart that can be played through."""
    return "|".join([board, position if re.search("[XO]", position) else "", to_play, ",".join(moves)])


def short(value):
    """A value in a character or two."""
    wins = {"first-player-wins": "+", "first-player-loses": "−"}
    return wins.get(value.result) or str(value).replace("-", "−")


def shade(value, points):
    """The class of the colour that says how good a value is for Black; a fifth of the board is a step."""
    if value.winner:
        return f"{value.winner}5"
    if not value.score:
        return "even"
    # Rounded away from 0: however little somebody wins by, it is shown.
    fifths = -(-abs(Fraction(value.score)) * 5 // points)
    return f"{'black' if value.score > 0 else 'white'}{min(fifths, 5)}"


def named(record):
    """What the rules of a record of JSON are called."""
    return record.get("preset") or record.get("ruleset") or record.get("name") or record["ko"]


def headline(record):
    """The value in a record of JSON; a dash where the search was given up."""
    if "result" not in record:
        return "–"
    value = kosolver.Value.of(record)
    return {"first-player-wins": "first wins", "first-player-loses": "first loses", "unsolved": "–"}.get(value.result, str(value))


def drawing(board, position=None):
    """A board as a part of a page that has the style and the definitions."""
    return part(kosolver.play(board, "", ko="none", position=position)._repr_svg_())


def part(svg):
    """A drawing of its own as a part of a page."""
    svg = re.sub(r"<style>.*?</style>\s*<svg class=.definitions.*?</svg>\s*", "", svg, count=1, flags=re.DOTALL)
    return re.sub(r' xmlns="[^"]*" width="\d+" height="\d+"', "", svg, count=1)


def worth(session, game, points):
    """What each move is worth as a game stands, and which the past forbids."""
    past = [one for one in game.candidates if one.by in ("history", "basic-ko", "no-pass") and one.move != "pass"]
    forbidden = [one.illegal for one in past]
    try:
        found = session.values()
    except kosolver.OutOfBudget:
        return {"unknown": True, "forbidden": forbidden}
    texts = {one.move: f"{short(one.value)} {shade(one.value, len(points))}{' best' * one.best}" for one in found}
    values = {"values": [texts.get(point, "") for point in points], "forbidden": forbidden}
    return values | ({"pass": texts["pass"]} if "pass" in texts else {})


def steps(session, position, to_play, moves, valued=None):
    """The positions of a line, the start first; from a step on with the values of all moves, if they are asked for.

    The last move may be illegal: then the last step says why.
    """
    session.restart(position or None, to_play)
    game = session.game()
    points = kosolver.board(game.board).points
    title, point, made = f"{to_play.capitalize()} to play", None, []
    for number in range(len(moves) + 1):
        made.append({"title": title, "position": game.position, "point": point})
        if valued is not None and number >= valued and not game.over:
            made[-1] |= worth(session, game, points)
        if number == len(moves):
            break
        move = moves[number]
        title = f"{number + 1}. {game.to_play} {move}"
        point = place_of(game.board, move)
        reason = next((one.illegal for one in game.candidates if one.move == move), None)
        if reason and number + 1 == len(moves):
            made.append({"title": f"Not allowed: {reason}", "position": game.position, "point": point})
            break
        session.play(move)
        game = session.game()
    return made


class Site:
    """The site as it is made: its files, and the pages in Markdown that it is made of."""

    def __init__(self, asked):
        self.asked, self.results = asked, kosolver.Results(asked.results)
        #: Bytes by the path in the site, and Markdown by the path in the repository.
        self.files, self.papers = {}, {}
        #: Where a position can be played through, by its key; the examples of each study; how many games pages play.
        self.known, self.shown, self.played = {}, {}, 0
        self.take(asked.results, "results/")
        self.take(asked.docs, "docs/")
        for name in ("README", "DESIGN", "CONTRIBUTING", "CHANGELOG"):
            path = asked.docs.resolve().parent / f"{name}.md"
            if path.exists():
                self.papers[path.name] = path.read_text(encoding="utf-8")
        self.files["paper/paper.pdf"] = (ROOT / "paper" / "paper.pdf").read_bytes()
        studies = [path for path in self.papers if path.startswith("results/studies/")]
        #: The pages that are more than their Markdown.
        self.made = {f"{name}.html" for name in ("kee", "separators", "graphs", "frontier")} | set(map(place, studies))

    def take(self, directory, below):
        """Takes the files of a directory, without scripts that make others."""
        for path in sorted(directory.rglob("*")):
            parts = path.relative_to(directory).parts
            if path.is_dir() or any(part[0] in "._" for part in parts) or path.suffix == ".py":
                continue
            name = below + "/".join(parts)
            if path.suffix == ".md":
                self.papers[name] = path.read_text(encoding="utf-8")
            else:
                self.files[place(name)] = path.read_bytes()

    def add(self, name, template, title, **shown):
        """Adds a page."""
        around = {"page": name, "root": root(name), "menu": MENU, "more": MORE, "feed": bool(self.asked.url), "title": title}
        text = TEMPLATES.get_template(template).render(**around, definitions=DEFINITIONS, **shown)
        self.files[name] = (text.strip() + "\n").encode()

    # Pages written in Markdown.

    def html(self, path, page, text=None, fold=True):
        """The Markdown of a file as HTML of a page, with its title. Links lead to pages of the site; where there is
        none, the words stay without a link."""
        text = self.papers[path] if text is None else text
        title, slugs, out, tables, folded = page, Counter(), [], 0, False
        tokens = [token for token in MARKDOWN.parse(text) if token.type != "html_block"]
        fold = fold and len(text) > LONG
        for number, token in enumerate(tokens):
            before = after = ""
            if token.type == "heading_open":
                inline = tokens[number + 1]
                words = "".join(" " if one.type == "softbreak" else one.content for one in inline.children)
                inline.children = [one for one in inline.children if one.type not in ("link_open", "link_close")]
                slug = "".join(re.findall(r"[\w-]", words.lower().replace(" ", "-")))
                slugs[slug] += 1
                token.attrSet("id", slug if slugs[slug] == 1 else f"{slug}-{slugs[slug] - 1}")
                if token.tag == "h1":
                    title = words
                elif token.tag == "h2" and fold:
                    opened = "</details>\n" * folded or FOLDS
                    before, folded = f'{opened}<details class="fold"><summary>', True
            elif token.type == "heading_close" and token.tag == "h2" and fold:
                after = "</summary>\n"
            elif token.type == "inline":
                token.children = self.linked(token.children, path, page)
            elif token.type == "table_open":
                tables += 1
                rows = sum(one.type == "tr_open" for one in tokens[number : closed(tokens, number)])
                # Wide ones are moved left and right, with keys too; long ones up and down.
                tall = " tall" * (rows > 40)
                before = f'<div class="scroll{tall}" tabindex="0" role="group" aria-label="Table {tables}">\n'
            elif token.type == "table_close":
                after = "</div>\n"
            elif token.type == "list_item_open" and token.info and "studies/" in page and token.level == 1:
                token.attrSet("id", token.info)
            elif token.type == "fence" and token.info == BOARDS:
                cards = self.shown.get(token.content.strip(), [])
                token = raw("".join(BOARD(card | {"id": card["name"].lower().replace(" ", "-")}, root(page)) for card in cards))
            elif token.type in ("fence", "code_block"):
                after = "".join(BOARD(card, root(page)) for card in self.games(token.content, page))
                token = raw(f'<pre tabindex="0"><code>{html.escape(token.content, quote=False)}</code></pre>\n')
            # Nothing may stand between a token and its neighbour that says nothing.
            out += [raw(before)] * bool(before) + [token] + [raw(after)] * bool(after)
        made = MARKDOWN.renderer.render(out + [raw("</details>\n" * folded)], MARKDOWN.options, {})
        # A corner without words is no heading, and a number and its sign stay in one line.
        return title, made.replace("<th></th>", "<td></td>").replace(" %</td>", "&nbsp;%</td>")

    def linked(self, children, path, page):
        """What stands in a line, with links as they are on a page of the site."""
        kept, open_links = [], []
        for child in children:
            if child.type == "link_open":
                open_links.append(self.target(path, child.attrs["href"], page))
                child.attrSet("href", open_links[-1] or "")
            elif child.type == "image":
                child.attrSet("src", self.target(path, child.attrs["src"], page) or "")
            if child.type == "html_inline" or child.type == "link_open" and not open_links[-1]:
                continue
            if child.type == "link_close" and not open_links.pop():
                continue
            kept.append(child)
        return kept

    def target(self, path, link, page):
        """Where a link of a file leads, as it stands on a page; None if the site has not got it."""
        if re.match("https?://", link):
            return link
        to, _, anchor = link.partition("#")
        file = os.path.normpath(PurePosixPath(path).parent / to) if to else path
        there = place(file)
        if file not in self.papers and there not in self.files:
            return None
        if there == page:
            # A study is told by a section of its own, which links to it for its table.
            return f"#{anchor or 'the-table'}"
        anchor = "" if there in self.made else anchor
        return root(page) + there + (f"#{anchor}" if anchor else "")

    def games(self, text, page):
        """A board for each game that a page plays with the program."""
        for words in re.findall(r"^\$ kosolver play (.*)", text, re.MULTILINE):
            board, *words = shlex.split(words)
            given = {words[at]: words[at + 1] for at in range(len(words) - 1) if words[at].startswith("--")}
            moves = [word for at, word in enumerate(words) if not word.startswith("--") and not words[at - 1].startswith("--")]
            position, rules = given.pop("--position", ""), given.pop("--ko", "psk")
            if given or not moves or rules.endswith(".ko"):
                continue
            self.played += 1
            card = self.card(board, position, "black", page, f"game-{self.played}")
            card["name"] = f"Game {self.played}, {board}"
            self.line(card, self.session(board, rules), [rules], rules, moves, story=len(moves))
            yield card

    def add_papers(self):
        """Adds every page written in Markdown that the site does not make itself."""
        for path in self.papers:
            if place(path) not in self.made:
                text = self.papers[path]
                if path == FINDINGS:
                    # Each section ends with the examples of its study.
                    text = re.sub(r"(?m)^(## (?!Words).*\n)((?:(?!## ).*\n)*)", with_boards, text)
                title, made = self.html(path, place(path), text)
                self.add(place(path), "paper.html", title, html=made)

    # Boards to step through.

    def card(self, board, position, to_play, page, name, says=""):
        """A board without lines."""
        shown = {"id": name, "place": f"{page}#{name}", "name": f"{board} {position}".strip(), "board": board, "position": position, "to_play": to_play}
        shown |= {"drawing": drawing(board, position or None), "says": says, "lines": [], "rules": None}
        self.known.setdefault(key(board, position, to_play), []).append(shown)
        return shown

    def line(self, card, session, rules, label, moves, at=0, valued=None, says="", last=None, story=None):
        """Adds a line under some rules, which is shown from a step on; a last step says more of its end. The explorer
        opens where the story happens: where the line is shown, unless a step is given."""
        made = steps(session, card["position"], card["to_play"], moves, None if self.asked.quick else valued)
        if last:
            made.append({"position": made[-1]["position"], **last})
        legal = moves[: -1 if made[-1]["title"].startswith("Not allowed") else None]
        explore = query(card["board"], rules, card["position"], card["to_play"], legal, at if story is None else story)
        card["lines"].append({"label": label, "says": says, "steps": made, "at": at, "explore": explore, "rules": rules[0], "pair": ""})

    def session(self, board, rules, nodes=None, memory=512 << 20):
        """A game that is asked about."""
        return kosolver.Session(board, rules, nodes=nodes, memory=memory)

    def gallery(self):
        """The positions of the explorer's gallery."""

        def shown(number, one):
            game = one["game"]
            board, position, to_play = game["board"], game.get("position", ""), game.get("to_play", "black")
            moves = game.get("moves", [])
            card = self.card(board, position, to_play, "positions.html", f"p{number}", one["sentence"])
            self.known.setdefault(key(board, position, to_play, moves), []).insert(0, card)
            both = [game["rules"], *filter(None, [one.get("against")])]
            for rules in both:
                session = self.session(board, rules, GALLERY)
                session.restart(position or None, to_play)
                session.play(*moves)
                value, line = session.value(), session.best_line().moves
                order = [rules, *(other for other in both if other != rules)]
                self.line(card, session, order, f"{rules}: {value}", [*moves, *line], len(moves), len(moves))
            card["title"] = one["title"]
            return card

        examples = json.loads((REPORT / "data" / "gallery.json").read_text(encoding="utf-8"))
        return each(shown, range(1, len(examples) + 1), examples)

    def examples(self, study, page):
        """The examples of a study: what is said is chosen by hand, all that is shown is computed."""
        cards = []
        for one in (one for one in EXAMPLES if one["study"] == study):
            board, position = one["board"], one.get("position", "")
            card = self.card(board, position, "black", page, f"example-{len(cards) + 1}", one["says"])
            card["name"] = f"Example {len(cards) + 1} of {study}"
            for way in one["lines"]:
                rules, before = way["rules"], way.get("before", "").split()
                both, story = [rules], len(before)
                session = self.session(board, rules)
                session.restart(position or None)
                session.play(*before)
                empty = (score for known, name, score in self.results.empty_boards() if (known, name) == (board, rules))
                published = None if position or before else next(empty, None)
                value = session.value() if published is None else published
                if "moves" in way:
                    then = way["moves"].split()
                elif "parting" in way:
                    found = [one for one in self.results.partings() if (one["board"], one["rules"]) == (board, way["parting"])]
                    then = [*found[0]["line"], *filter(None, [found[0].get("move")])]
                    both, story = [rules, *(other for other in way["parting"] if other != rules)], len(found[0]["line"])
                else:
                    then = session.best_line().moves
                after = f" after {way['before']}" if before else ""
                self.line(card, session, both, f"{rules}{after}: {value}", [*before, *then], story=story)
            cards.append(card)
        return cards

    def separator(self, board, start, number, told, sessions):
        """A start on which rules differ: best play under each, and for each pair the line to where they differ."""
        name, position, to_play = board["board"], start["position"], start.get("to_play", "black")
        card = self.card(name, position, to_play, f"separators/{name}.html", f"s{number}")
        for one in start["values"]:
            rules, again, value = named(one), one.get("repeats_after"), kosolver.Value.of(one)
            says = " ".join(one["variation"]) + (f" … and again from move {again + 1}" if again is not None else "")
            if value.no_result and None not in (value.lower, value.upper):
                says += f"; {value.lower} if endless play is the worst for Black, {value.upper} if it is the best"
            self.line(card, sessions[rules], [rules], f"{rules}: {headline(one)}", one["variation"], 0, 0, says)
        card["rules"] = len(card["lines"])
        here = [pair for pair in board["pairs"] if is_at(pair["smallest"], start) or is_at(pair["swing"], start)]
        for pair, words in zip(here, told[name, position], strict=True):
            found = pair["smallest"] if is_at(pair["smallest"], start) else pair["swing"]
            # "psk 1, ssk 6 (smallest). After black B1: … In the variations above, …"
            label, says = words.partition(" In the variations above")[0].split(" (", 1)
            assert label.startswith(pair["rules"][0])
            line, move = found["parting"]["line"], found["parting"].get("move", "pass")
            last = {"title": says.split("). ", 1)[1], "point": place_of(name, move)}
            self.line(card, sessions[pair["rules"][0]], pair["rules"], label, line, says=f"({says}", last=last, story=len(line))
            card["lines"][-1]["pair"] = " ".join(pair["rules"])
        return card

    def add_separators(self):
        """Adds the comparison: an overview with the smallest start for each pair, and a page for each board."""
        compared = self.results.read("separators.json")
        # What is said of the pairs that each start separates, as the page in Markdown has it.
        parts = re.findall(r"^### (\S+) `(.*?)`(.*?)(?=^##|\Z)", self.papers["results/separators.md"], re.MULTILINE | re.DOTALL)
        told = {(board, position): re.findall(r"^\* (.*)", text, re.MULTILINE) for board, position, text in parts}
        boards = [board | {"by": pairs_of(board)} for board in compared["boards"]]

        def cards(board):
            # What was found of one start serves the next.
            sessions = {rules: self.session(board["board"], rules, SEPARATORS, 64 << 20) for rules in board["rules"]}
            return [self.separator(board, start, number, told, sessions) for number, start in enumerate(board["separators"], 1)]

        smallest, chosen = {}, {}
        size = lambda both: len(kosolver.board(both[0]["board"]).points)
        for board, made in sorted(zip(boards, each(cards, boards)), key=size):
            name = board["board"]
            if made:
                self.add(f"separators/{name}.html", "separators.html", f"Where rules differ on {name}", cards=made, boards=[board])
            for pair in board["pairs"]:
                places = [number for number, start in enumerate(board["separators"]) if is_at(pair["smallest"], start)]
                if places and " ".join(pair["rules"]) not in smallest:
                    smallest[" ".join(pair["rules"])] = shown = f"{name}-{places[0] + 1}"
                    chosen[shown] = made[places[0]] | {"id": shown}
        titles = {named(rules): kosolver.ruleset(f"ko={named(rules)}").title for rules in compared["rules"]}
        shown = {"cards": list(chosen.values()), "rules": titles, "smallest": smallest}
        self.add("separators.html", "separators.html", "Where rules differ", boards=boards, **shown)

    # The pages of published results.

    def add_first(self):
        """Adds the first page, the positions and the studies."""
        positions = self.gallery()
        self.add("positions.html", "positions.html", "Positions to play through", positions=positions)
        told = sections(self.papers[FINDINGS])
        studies = [path for path in self.papers if path.startswith("results/studies/")]
        findings = [self.study(path, told) for path in studies]
        # By its place on the page that explains the studies; those that it lacks come last.
        findings.sort(key=lambda finding: finding["place"])
        words = self.html(FINDINGS, "index.html", dict(told).get("Words", ""), fold=False)[1]
        others = [path for path in self.papers if re.fullmatch(r"results/[^/]*\.md", path) and place(path) not in self.made]
        shown = {
            "example": positions[0],
            "findings": findings,
            "words": words,
            "tables": [(self.html(path, place(path))[0], place(path)) for path in others],
            "values": self.add_values(),
            "checker": "verified/web/certificates/3x3-psk.js" in self.files,
            "address": self.asked.url or "",
        }
        self.add("index.html", "index.html", "Small Go boards, solved under every ko rule", **shown)
        if self.asked.url:
            records = [self.results.study(Path(path).stem) for path in studies]
            feed = TEMPLATES.get_template("feed.xml").render(address=self.asked.url, studies=records)
            self.files["feed.xml"] = feed.encode()

    def study(self, path, told):
        """Adds the page of a study: what findings say of it, examples, and what the notebook writes. Gives its answer."""
        name, page = Path(path).stem, place(path)
        record = self.results.study(name)
        places = [number for number, (_, text) in enumerate(told) if f"studies/{name}.md)" in text]
        title, text = told[places[0]] if places else (record["question"], "")
        prose = self.html(FINDINGS, page, text, fold=False)[1]
        written = self.html(path, page, self.papers[path].partition("\n")[2], fold=False)[1]
        figure = f"{name}.svg" if f"studies/{name}.svg" in self.files and f"{name}.svg)" not in text else None
        examples = self.shown[name] = self.examples(name, page)
        self.add(page, "study.html", title, study=record, prose=prose, written=written, figure=figure, examples=examples)
        answer = re.match(r"\s*\*\*(.*?)\*\*", text, re.DOTALL)
        answer = self.html(FINDINGS, "index.html", answer[1] if answer else record["claims"][0]["says"])[1]
        return {"study": name, "title": title, "answer": answer, "place": places[0] if places else len(told)}

    def add_values(self):
        """Adds the page on which values are looked up, and says what there is."""
        covered = re.compile((ROOT / "verified" / "covered.txt").read_bytes().strip(), re.MULTILINE)
        values = []
        for table, listed in (("kee", "certificates"), ("rulesets", "certificates-rulesets")):
            certificates = {(one["board"], named(one)): one for one in self.results.read(f"{listed}.json")}
            for cell in self.results.read(f"{table}.json")["cells"]:
                certificate = certificates.get((cell["board"], named(cell)), {})
                file = certificate.get("file")
                check = None
                # As a script, since a page that is a file may read no other file.
                if file and self.asked.checker and covered.search(self.files[file]):
                    check = Path(file).stem
                    script = f'kosolverCertificate("{self.files[file].hex()}");\n'
                    self.files[f"verified/web/certificates/{check}.js"] = script.encode()
                values.append({"cell": cell, "file": file, "bytes": certificate.get("bytes"), "check": check, "command": None})
        for cell in self.results.frontier():
            values.append({"cell": cell, "file": None, "check": None, "command": cell["certificate"]["command"]})
        for value in values:
            cell = value["cell"]
            best = " ".join(one["move"] for one in cell["openings"] if one["best"])
            value |= {"board": cell["board"], "rule": named(cell), "value": headline(cell), "best": best}
            value |= {"explore": query(cell["board"], [named(cell)])}
        names = {kind: list(dict.fromkeys(value[kind[:-1]] for value in values)) for kind in ("boards", "rules")}
        counted = {"count": len(values), **names}
        self.add("values.html", "values.html", "Values of empty boards", all=values, values=counted, checker=bool(self.asked.checker))
        return counted

    def add_tables(self):
        """Adds the table, the largest boards and the graphs: what is written of them, with boards."""

        def paper(name, **shown):
            title, made = self.html(f"results/{name}.md", f"{name}.html")
            self.add(f"{name}.html", f"{name}.html", title, html=made, **shown)

        table = self.results.table()
        cell = lambda one: {"cell": one, "drawing": part(one._repr_svg_())} | {
            "explore": query(one.board, [one.rules]),
            "pass": next((short(opening.value) for opening in one.openings if opening.move == "pass"), None),
        }
        paper("kee", boards={board: [cell(one) for one in table[board].values()] for board in table})
        boards = {}
        for one in self.results.frontier():
            board = one["board"]
            card = boards.setdefault(board, self.card(board, "", "black", "frontier.html", f"b{board}") | {"cells": []})
            rules, value = named(one), headline(one)
            self.line(card, self.session(board, rules), [rules], f"{rules}: {value}", one["variation"])
            card["cells"].append(one["certificate"] | {"rule": rules})
        paper("frontier", boards=list(boards.values()))
        sizes = {}
        for number, graph in enumerate(self.results.graphs()["graphs"], 1):
            values = [(named(one), headline(one), query(graph["board"], [named(one)])) for one in graph["values"]]
            sizes.setdefault(graph["points"], []).append(graph | {"id": f"g{number}", "shown": values})
            self.files[f"graphs/g{number}.svg"] = kosolver.board(graph["board"])._repr_svg_().encode()
        paper("graphs", sizes=sizes)

    def make(self):
        """Makes all pages."""
        if self.asked.checker:
            for name in ("Spec.v", *(f"web/{name}" for name in ("checker.js", "fzstd.js", "verify.css", "verify.html", "verify.js"))):
                path = self.asked.checker / name
                if not path.exists():
                    raise SystemExit(f"make.py: there is no {path}: the directory is verified, and `make -C verified web` completes it")
                self.files[f"verified/{name}"] = path.read_bytes()
        styles = [REPORT / "templates" / "page.css", REPORT / "templates" / "board.css", HERE / "site.css"]
        self.files["style.css"] = b"".join(path.read_bytes() for path in styles)
        for name in ("steps.js", "fold.js"):
            self.files[name] = (REPORT / "templates" / name).read_bytes()
        self.files["icon.svg"] = (ROOT / "crates" / "explorer" / "web" / "icon.svg").read_bytes()
        # Where several pages have a position, the first that has the rule asked for is named.
        self.add_separators()
        self.add_tables()
        self.add_first()
        self.add_papers()
        places = lambda cards: [[card["place"], *dict.fromkeys(line["rules"] for line in card["lines"])] for card in cards]
        known = {start: cards[0]["place"] if len(cards) == 1 else places(cards) for start, cards in self.known.items()}
        self.add("explore.html", "explore.html", "The explorer", port=PORT, known=known)

    def write(self):
        """Writes all files."""
        for name, data in self.files.items():
            path = self.asked.out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        print(f"wrote {len(self.files)} files to {self.asked.out}")


EXAMPLES = json.loads((HERE / "examples.json").read_text(encoding="utf-8"))
DEFINITIONS = (REPORT / "templates" / "definitions.svg").read_text(encoding="utf-8")
FOLDS = '<p class="soft"><button type="button" data-folds="open">Open all</button> <button type="button" data-folds="">Close all</button></p>\n'


#: A piece of Markdown that stands for the boards of a study.
BOARDS = "boards"
BOARD = TEMPLATES.get_template("boards.html").module.card


def with_boards(section):
    """A section of the findings, with the boards of its study, if it is about one."""
    study = re.search(r"studies/(\w+)\.md\)", section[2])
    return section[0] + (f"\n```{BOARDS}\n{study[1]}\n```\n\n" if study else "")


def raw(text):
    """Markup that is no Markdown."""
    return Token("html_block", "", 0, content=text)


def closed(tokens, number):
    """Where the table that begins here ends."""
    return next(place for place in range(number, len(tokens)) if tokens[place].type == "table_close")


def sections(text):
    """The titles and texts of what follows each heading of the second level."""
    parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2]))


def each(work, *things):
    """What is made of each thing, several at a time."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, *things))


def place_of(board, move):
    """The place of the point of a play in the text of a position; None of a pass."""
    return None if move == "pass" else kosolver.board(board).points.index(move)


def pairs_of(board):
    """The pairs of rules of a comparison by their names, in both orders."""
    return {tuple(names): pair for pair in board["pairs"] for names in (pair["rules"], pair["rules"][::-1])}


def is_at(found, start):
    """Whether a separator of a pair is this start."""
    where = lambda one: (one["position"], one.get("to_play", "black"))
    return found is not None and where(found) == where(start)


def address(text):
    """The address of a site, which ends with a slash."""
    if not re.fullmatch(r"https?://[^/\s<>\"'`{}|\\^?#][^\s<>\"'`{}|\\^?#]*", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not an address, such as https://example.org/go/")
    return text.rstrip("/") + "/"


def main():
    parser = argparse.ArgumentParser(description="Makes a site of the published results.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the directory to write to")
    parser.add_argument("--results", type=Path, default=ROOT / "results", metavar="DIR", help="the published results [results]")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", metavar="DIR", help="the documentation [docs]")
    parser.add_argument("--url", type=address, help="where the site will be, as https://example.org/go/: adds a feed of the results")
    parser.add_argument("--checker", type=Path, metavar="DIR", help="the verified checker, compiled: browsers check certificates with it")
    parser.add_argument("--quick", action="store_true", help="leave out the values of moves, which take longest")
    asked = parser.parse_args()
    if not (asked.results / "manifest.json").exists():
        parser.error(f"there are no published results in {asked.results}")
    site = Site(asked)
    site.make()
    site.write()


if __name__ == "__main__":
    main()
