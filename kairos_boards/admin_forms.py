"""The admin's forms of teams, boards and grants."""

from __future__ import annotations

from math import inf
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from hub.core.adminsite.forms import OperationForm, RowForm, Rows, choice, choices, switch, text
from kairos_boards.descriptions import POLICIES
from kairos_boards.models import Board, Column, Level, TeamMember, TeamType
from kairos_boards.references import columns_of
from kairos_boards.vocabulary import GRANTABLE

_PREFIX = _("2 to 10 capital letters and digits, a letter first, for example OPS. Fixed for good.")
_NAMES = [(name, name) for name in GRANTABLE]
_SLUG = _("Lower-case letters, digits, dash and underscore, a letter first.")


class NewTeamForm(OperationForm):
    """A new team with its boards."""

    name = text(_("Name"))
    slug = text(_("Slug"), _("Its boards are <slug>-delivery and <slug>-adrs."))
    code_prefix = text(_("Short-code prefix"), _PREFIX)
    team_type = choice(_("Team type"), TeamType.choices)
    adr_board = switch(_("ADR board"))


class TeamForm(OperationForm):
    """A team as it is."""

    name = text(_("Name"))
    slug = text(_("Slug"))
    team_type = choice(_("Team type"), TeamType.choices)
    site_enabled = switch(_("Published site"))


class MemberForm(RowForm):
    """A member of a team."""

    class Meta:
        model = TeamMember
        fields = ("user",)
        labels = {"user": _("Member")}


class NewBoardForm(OperationForm):
    """A new board."""

    name = text(_("Name"))
    slug = text(_("Slug"), _SLUG)
    board_level = choice(_("Level"), Level.choices)
    code_prefix = text(_("Short-code prefix"), _PREFIX)


class BoardForm(OperationForm):
    """The policies and the triage of a board; its rows are columns and transitions."""

    parent_gate = switch(_("parent_gate"), POLICIES[Level.DELIVERY]["parent_gate"])
    blockers_gate = switch(_("blockers_gate"), POLICIES[Level.DELIVERY]["blockers_gate"])
    owner_gate = switch(_("owner_gate"), POLICIES[Level.INITIATIVE]["owner_gate"])
    agents_decide = switch(
        _("Agents decide triage"),
        _("On: an agent decides the triage of intake. Off: it proposes, a person decides."),
    )


class ColumnForm(RowForm):
    """A column."""

    class Meta:
        model = Column
        fields = ("position", "name", "is_done", "claims", "keeps_claims", "wip_limit")
        labels = {
            "position": _("Order"),
            "is_done": _("Done"),
            "claims": _("Claims"),
            "keeps_claims": _("Keeps claims"),
            "wip_limit": _("WIP limit"),
        }
        help_texts = {
            "position": _("From 0, the entry column; drag a row or type."),
            "is_done": _("A done column."),
            "claims": _("Entering it gives an unclaimed task's claim to the mover."),
            "keeps_claims": _("Entering it keeps a claim and gives none."),
            "wip_limit": _("More cards than that warn; empty: no limit."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].required = False

    @property
    def place(self) -> tuple[float, int]:
        """Where the row goes: by its number, past or before the one that has it; without one, last."""
        position = self.cleaned_data.get("position")
        if position is None:
            return (inf, 0)
        was = self.initial.get("position")
        moved = -1 if was is None else (position > was) - (position < was)
        return (position, moved)


class ColumnRows(Rows):
    """The columns of a board, with the count of items in each."""

    counts: dict[UUID, int] = {}

    def _construct_form(self, i: int, **kwargs: Any) -> Any:
        form = super()._construct_form(i, **kwargs)  # type: ignore[misc]  # private to Django
        form.instance.items_there = self.counts.get(form.instance.pk, 0)
        return form

    def ordered(self) -> list[Any]:
        """Those that stay or are new, in the order that the form asks for."""
        return sorted(self.kept(), key=lambda form: form.place)


class MoveForm(RowForm):
    """A transition."""

    from_column = choice(_("From"))
    to_column = choice(_("To"))


class MoveRows(Rows):
    """The transitions of a board; the choices are its columns, read once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        board: Board = self.instance
        self.columns = [("", "—")]
        if not board._state.adding:
            self.columns += [(str(column.id), column.name) for column in columns_of(board)]

    def add_fields(self, form: Any, index: int | None) -> None:
        """Offer the columns of the board."""
        super().add_fields(form, index)
        for name in ("from_column", "to_column"):
            field = form.fields.get(name)
            if isinstance(field, forms.ChoiceField):
                field.choices = self.columns


class GrantForm(OperationForm):
    """A new grant of a board capability."""

    capability = choice(
        _("Capability"), [("", "—"), *_NAMES], _("One capability, or a glob that covers several.")
    )

    def prepare(self) -> None:
        """Say what is chosen."""
        self.fields["user"].label = _("Member")
        self.fields["board"].required = True


class StructureForm(OperationForm):
    """A new grant of manage_structure."""

    def prepare(self) -> None:
        """Say what is chosen, and what nothing chosen means."""
        self.fields["user"].label = _("Member")
        self.fields["board"].help_text = _(
            "With a board: grants on that board. Empty, the organization: its teams, boards and grants."
        )


class CapabilitiesForm(OperationForm):
    """All grants of one person on one board."""

    capabilities = choices(_("Capabilities"), _NAMES, _("The full set; none ticked revokes all."))
