"""A board in a notebook that one can click."""

from __future__ import annotations

import threading
from typing import Any, Callable, Dict, Optional, Union

from ._game import Session
from ._kosolver import Error
from ._names import board as named_board
from ._results import Game, drawing
from ._rule import Rules
from ._start import PSK, BoardName

SCRIPT = """
export default {
  render({ model, el }) {
    const add = name => el.appendChild(document.createElement(name));
    const board = add("div"), buttons = add("div"), status = add("output");
    board.style.maxWidth = "24rem";
    status.style.whiteSpace = "pre-line";
    for (const name of ["pass", "undo"]) {
      const button = buttons.appendChild(document.createElement("button"));
      button.textContent = name;
      button.onclick = () => model.send(name);
    }
    const show = () => {
      const points = [...board.querySelectorAll("[role=button]")];
      const at = points.indexOf(el.getRootNode().activeElement);
      board.innerHTML = model.get("svg");
      const svg = board.querySelector("svg.board");
      svg.setAttribute("role", "group");
      // The points stand in the order of the text of a position. What is touched lies over the numbers.
      board.querySelectorAll("circle.stone").forEach((stone, point) => {
        const touched = stone.cloneNode();
        const looks = { style: "fill: #0000; cursor: pointer", class: "point", role: "button", tabindex: 0 };
        const name = { "aria-label": `${model.get("points")[point]}, ${stone.classList[1]}` };
        for (const [key, value] of Object.entries({ ...looks, ...name })) touched.setAttribute(key, value);
        touched.onclick = () => model.send(point);
        touched.onkeydown = event => {
          if (![" ", "Enter"].includes(event.key)) return;
          event.preventDefault();
          event.stopPropagation();
          model.send(point);
        };
        svg.append(touched);
        if (point === at) touched.focus();
      });
      status.textContent = model.get("status");
    };
    model.on("change:svg", show);
    model.on("change:status", show);
    show();
  },
};
"""


def widget(board: BoardName, rules: Rules = PSK, **options: Any) -> Any:
    """A board to click in a notebook, with what every move is worth. It needs ``kosolver[widget]``.

    It is a game as of :class:`Session`, with its ``options``; ``widget(…).session`` is that session.
    Values are found by a thread of their own, so the board can be clicked before they are there.
    """
    try:
        import anywidget
        import traitlets
    except ImportError as fault:
        raise ImportError("a board to click needs anywidget: pip install kosolver[widget]") from fault

    class Clicked(anywidget.AnyWidget):
        _esm = SCRIPT
        points = traitlets.List().tag(sync=True)
        svg = traitlets.Unicode().tag(sync=True)
        status = traitlets.Unicode().tag(sync=True)

        def __init__(self) -> None:
            super().__init__(points=list(named_board(board).points))
            self.play = Play(self, board, rules, options)
            self.session = self.play.session

        def __repr__(self) -> str:
            return repr(self.session)

        def _repr_mimebundle_(self, **about: Any) -> Any:
            # Where no Python answers, as on a page, there is a picture.
            bundle, more = super()._repr_mimebundle_(**about) or ({}, {})
            return {**bundle, "image/svg+xml": self.session._repr_svg_()}, more

    return Clicked()


class Stale(Exception):
    """Nobody waits for these values any longer."""


class Play:
    """What clicks on a widget do."""

    def __init__(self, shown: Any, board: BoardName, rules: Rules, options: Dict[str, Any]) -> None:
        self._shown = shown
        self._points = named_board(board).points
        #: Counts clicks. A search that began before the last one is stopped.
        self._clicks = 0
        self._began = threading.local()
        self.session = Session(board, rules, progress=self._told, **options)
        self.solver = self._show()
        shown.on_msg(lambda _, message, buffers: self.click(message))

    def click(self, message: Union[str, int]) -> None:
        """Obeys ``pass``, ``undo``, or the number of a point."""
        self._clicks += 1
        fault = ""
        try:
            if message == "undo":
                self.session.undo()
            else:
                self.session.play(message if isinstance(message, str) else self._points[message])
        except Error as error:
            fault = f"{error}\n"
        self.solver = self._show(fault)

    def _told(self, done: int, total: Optional[int]) -> None:
        # What others ask the session is theirs.
        if getattr(self._began, "clicks", self._clicks) != self._clicks:
            raise Stale

    def _show(self, fault: str = "") -> Optional[threading.Thread]:
        game = self.session.game()
        self._shown.svg = drawing(game.board, game.position)
        if game.over:
            result = game.score if game.winner is None else f"{game.winner} wins"
            self._shown.status = f"{fault}the game is over: {result}"
            return None
        # What the past forbids is known before any value is.
        past = [one.illegal for one in game.candidates if one.illegal and one.by in ("history", "basic-ko", "no-pass")]
        said = lambda found: "\n".join([f"{fault}{game.to_play} to play{found}", *past])
        self._shown.status = said("; solving")
        solver = threading.Thread(target=self._solve, args=(self._clicks, game, said), daemon=True)
        solver.start()
        return solver

    def _solve(self, clicks: int, game: Game, said: Callable[[str], str]) -> None:
        self._began.clicks = clicks
        try:
            values = self.session.values()
            passing = next((f"; a pass: {one.value}" for one in values if one.move == "pass"), "")
            status = said(f": {self.session.value()}{passing}")
        except Stale:
            return
        except Error as error:
            values, status = (), said(f"; {error}")
        if clicks == self._clicks:
            self._shown.svg = drawing(game.board, game.position, values)
            self._shown.status = status
