"""A board in a notebook that one can click."""

from __future__ import annotations

import threading
from typing import Any, Dict, Optional, Union

from ._game import Session
from ._kosolver import Error
from ._names import board as named_board
from ._results import Game, drawing
from ._rule import Rules
from ._start import PSK

SCRIPT = """
export default {
  render({ model, el }) {
    const board = document.createElement("div");
    board.style.maxWidth = "24rem";
    const status = document.createElement("div");
    const buttons = document.createElement("div");
    for (const name of ["pass", "undo"]) {
      const button = document.createElement("button");
      button.textContent = name;
      button.onclick = () => model.send(name);
      buttons.append(button);
    }
    const show = () => {
      board.innerHTML = model.get("svg");
      // The points stand in the order of the text of a position.
      board.querySelectorAll("circle.stone").forEach((circle, point) => {
        circle.style.pointerEvents = "all";
        circle.onclick = () => model.send(point);
      });
      status.textContent = model.get("status");
    };
    model.on("change:svg", show);
    model.on("change:status", show);
    show();
    el.append(board, status, buttons);
  },
};
"""


def widget(board: object, rules: Rules = PSK, **options: Any) -> Any:
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
        svg = traitlets.Unicode().tag(sync=True)
        status = traitlets.Unicode().tag(sync=True)

    shown = Clicked()
    shown.play = Play(shown, board, rules, options)
    shown.session = shown.play.session
    return shown


class Stale(Exception):
    """Nobody waits for these values any longer."""


class Play:
    """What clicks on a widget do."""

    def __init__(self, shown: Any, board: object, rules: Rules, options: Dict[str, Any]) -> None:
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
            fault = f"{error}; "
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
        self._shown.status = f"{fault}{game.to_play} to play; solving"
        solver = threading.Thread(target=self._solve, args=(self._clicks, game, fault), daemon=True)
        solver.start()
        return solver

    def _solve(self, clicks: int, game: Game, fault: str) -> None:
        self._began.clicks = clicks
        try:
            values = self.session.values()
            status = f"{fault}{game.to_play} to play: {self.session.value()}"
        except Stale:
            return
        except Error as error:
            values, status = (), str(error)
        if clicks == self._clicks:
            self._shown.svg = drawing(game.board, game.position, values)
            self._shown.status = status
