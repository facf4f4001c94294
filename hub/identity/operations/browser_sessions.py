"""Django's sessions in the database, written like everything else: by one writer at a time on SQLite."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from hub.core.jobs import periodic
from hub.core.transactions import write
from hub.identity.models import User


class SessionStore(db.SessionStore):
    """The session engine of the pages."""

    def save(self, must_create: bool = False) -> None:
        """Write the session in a transaction of its own."""
        if self.session_key is None:
            self.create()  # comes back here with a key
            return
        super_save = super().save
        write(lambda: super_save(must_create))

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session in a transaction of its own."""
        super_delete = super().delete
        write(lambda: super_delete(session_key))


def note_sign_in(user: User) -> None:
    """Keep when the person signed in last, which ends the links that set the password."""
    write(lambda: user.change(last_login=timezone.now()))


@periodic("browser_sessions", timedelta(days=1))
def forget_expired(now: datetime) -> None:
    """Delete the browser sessions that are over."""
    write(lambda: Session.objects.filter(expire_date__lt=now).delete())
