"""refusal_counts: which refusals callers of the tools meet most."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, cast

from django.db.models import Count
from pydantic import BaseModel, Field

from hub.core import clock
from hub.core.arguments import bad_value
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Day, Input, Maybe, Result
from hub.core.models import RefusedCall
from hub.core.operations import operation
from hub.core.principals import CallerKind
from hub.identity.authorization import require_admin

HEAD = (
    "| tool | code | count | field named most | person | agent key | service account |",
    "|---|---|---|---|---|---|---|",
)


class RefusalCountsInput(Input):
    days: Annotated[int, Field(ge=1, le=90)] = Field(default=7, description="Days of the range.")
    to: Maybe[Day] = Field(default=None, description="Last day, YYYY-MM-DD in UTC; now when left out.")
    limit: Annotated[int, Field(ge=1, le=100)] = Field(default=20, description="Rows.")


class PairCount(BaseModel):
    """The refusals of one tool with one code; `field` is the argument that they name most."""

    tool: str
    code: str
    count: int
    field: str | None
    person: int
    agent_key: int
    service_account: int

    @property
    def line(self) -> str:
        """One row of the table."""
        field = " ".join((self.field or "-").replace("|", "\\|").split())
        cells = (self.tool, self.code, self.count, field, self.person, self.agent_key, self.service_account)
        return f"| {' | '.join(map(str, cells))} |"


class RefusalCounts(Result):
    """The range, the counts of the whole of it, and the pairs that are shown."""

    start: datetime
    end: datetime
    refusals: int
    pairs: int
    rows: tuple[PairCount, ...]


def as_text(result: RefusalCounts) -> str:
    """The answer of the tool: one sentence, and a table when there is something to count."""
    span = f"from {_minute(result.start)} to {_minute(result.end)}"
    if not result.refusals:
        return f"No refusals {span}."
    first = (
        f"Refusals {span}: {result.refusals} in all, in {result.pairs} pairs of tool and code. "
        f"The top {len(result.rows)} of {result.pairs} pairs:"
    )
    return "\n".join([first, "", *HEAD, *(row.line for row in result.rows)])


@operation(
    name="refusal_counts",
    profile="admin",
    text=as_text,
    writes=False,
    refuses=(Code.VALIDATION, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def refusal_counts(call: Call, request: RefusalCountsInput) -> RefusalCounts:
    """Count the refusals by tool and code, the most frequent first. Organization admins only."""
    require_admin(call, "read the count of the refusals")
    start, end = _range(request)
    rows = RefusedCall.within(call.organization_id).filter(created_at__gte=start, created_at__lt=end)
    grouped = rows.order_by().values_list("tool", "code", "field", "caller_kind").annotate(Count("id"))
    pairs = _pairs(grouped)
    return RefusalCounts(
        start=start,
        end=end,
        refusals=sum(pair.count for pair in pairs),
        pairs=len(pairs),
        rows=tuple(pairs[: request.limit]),
    )


def _range(request: RefusalCountsInput) -> tuple[datetime, datetime]:
    """Whole days of UTC that end with `to`, or the last `days` times 24 hours."""
    if request.to is None:
        end = clock.now()
        return end - timedelta(days=request.days), end + timedelta(microseconds=1)
    day = cast(date, request.to)  # what Day makes of the text
    try:
        end = datetime.combine(day, time.min, UTC) + timedelta(days=1)
        return end - timedelta(days=request.days), end
    except OverflowError:
        raise bad_value("to", "a date of the form YYYY-MM-DD", str(request.to)) from None


def _pairs(grouped: Iterable[tuple[str, str, str, str, int]]) -> list[PairCount]:
    kinds: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    fields: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for tool, code, field, kind, count in grouped:
        kinds[tool, code][kind] += count
        if field:
            fields[tool, code][field] += count
    pairs = [_pair(pair, counts, fields[pair]) for pair, counts in kinds.items()]
    return sorted(pairs, key=lambda pair: (-pair.count, pair.tool, pair.code))


def _pair(pair: tuple[str, str], counts: Counter[str], fields: Counter[str]) -> PairCount:
    named_most = min(fields, key=lambda field: (-fields[field], field), default=None)
    return PairCount(
        tool=pair[0],
        code=pair[1],
        count=counts.total(),
        field=named_most,
        person=counts[CallerKind.PERSON],
        agent_key=counts[CallerKind.AGENT_KEY],
        service_account=counts[CallerKind.SERVICE_ACCOUNT],
    )


def _minute(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
