"""The live board: a socket that says when the board's revision changed. The page fetches the rest."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer

from hub.core import threads
from hub.identity.page_authentication import still_signed_in
from kairos_boards.boards import topic
from kairos_boards.models import Board

SIGNED_OUT = 4401
NO_BOARD = 4404
# Without Redis a change of another process is noticed by this poll; it also ends the socket
# of a person who signed out. Both are to happen within two seconds.
POLL_SECONDS = 0.5
CHECKS_PER_SESSION_CHECK = 3


class BoardConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """Sends `{"revision": n}` at connect and after each change; reads nothing from the client."""

    board_id: Any = None
    revision: int = -1
    poller: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.close(SIGNED_OUT)
            return
        self.user, self.slug = user, self.scope["url_route"]["kwargs"]["slug"]
        board = await threads.run(self._board, writes=False)
        if board is None:
            await self.close(NO_BOARD)
            return
        self.board_id = board.id
        await self.channel_layer.group_add(topic(board.id), self.channel_name)
        await self._tell(board.revision)
        self.poller = asyncio.create_task(self._poll())

    async def disconnect(self, code: int) -> None:
        if self.poller is not None:
            self.poller.cancel()
        if self.board_id is not None:
            await self.channel_layer.group_discard(topic(self.board_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **_: Any) -> None:
        """The page has nothing to say here."""

    async def wake(self, message: dict[str, Any]) -> None:
        """A wake-up of the board's topic: look again."""
        await self._look()

    async def _poll(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            for turn in range(10**9):
                await asyncio.sleep(POLL_SECONDS)
                due = turn % CHECKS_PER_SESSION_CHECK == 0
                if due and not await threads.run(self._signed_in, writes=False):
                    await self.close(SIGNED_OUT)
                    return
                await self._look()

    async def _look(self) -> None:
        board = await threads.run(self._board, writes=False)
        if board is not None:
            await self._tell(board.revision)

    async def _tell(self, revision: int) -> None:
        if revision != self.revision:
            self.revision = revision
            await self.send_json({"revision": revision})

    def _board(self) -> Board | None:
        boards = Board.within(self.user.organization_id).filter(slug=self.slug, archived_at=None)
        return boards.only("id", "revision").first()

    def _signed_in(self) -> bool:
        return still_signed_in(self.scope["session"].session_key, self.user.id)
