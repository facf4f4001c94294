"""What a person chooses for their own pages: the time zone that times are shown in, and the keys."""

from __future__ import annotations

from functools import cache
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest
from pydantic import AfterValidator

from hub.core.inputs import unexpected
from hub.identity.models import User

# Where static/zone.js leaves the browser's own time zone.
ZONE_COOKIE = "zone"
# The areas of the database that name places; the rest are old names and fixed offsets.
_AREAS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
# Entries of some systems that are no time zone of a place.
_NO_ZONES = {"Factory", "localtime", "posixrules"}


@cache
def time_zones() -> frozenset[str]:
    """Every name of the IANA database, the old ones too; read from the disk once."""
    return frozenset(available_timezones() - _NO_ZONES)


@cache
def offered_zones() -> tuple[str, ...]:
    """The names that a person chooses among."""
    return ("UTC", *sorted(name for name in time_zones() if name.partition("/")[0] in _AREAS))


def zone_of(request: HttpRequest) -> ZoneInfo | None:
    """The time zone of who is signed in: the chosen one, else the browser's; None is UTC."""
    user = request.user
    chosen = user.time_zone if isinstance(user, User) else ""
    for name in (chosen, request.COOKIES.get(ZONE_COOKIE, "")):
        if name in time_zones():
            return ZoneInfo(name)
    return None


def _known_zone(name: str) -> str:
    if name and name not in time_zones():
        raise unexpected("a name of the IANA time zone database, for example Europe/Berlin, or empty")
    return name


TimeZone = Annotated[str, AfterValidator(_known_zone)]
