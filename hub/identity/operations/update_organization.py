"""update_organization: the name of the organization. It has no tool."""

from __future__ import annotations

from pydantic import Field

from hub.core import activity, staleness
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Result, Text
from hub.core.models import Action
from hub.core.operations import operation
from hub.identity.arguments import DisplayName
from hub.identity.authorization import admin_to, lock_people
from hub.identity.models import Organization

CHANGE = "change the organization"


class UpdateOrganizationInput(Input):
    seen: Text = Field(max_length=64, description="The mark of what the form showed.")
    name: DisplayName = Field(description="The name that pages and answers show; the slug is fixed for good.")


class OrganizationUpdated(Result):
    """The organization after the call."""

    slug: str
    name: str


def as_text(result: OrganizationUpdated) -> str:
    """One line for a log."""
    return f"The organization {result.slug} has the name {result.name}."


def mark_of(organization: Organization) -> str:
    """What the form of the organization shows."""
    return staleness.mark(organization.name)


@operation(
    name="update_organization",
    text=as_text,
    idempotent=True,
    admit=admin_to(CHANGE),
    surfaces=frozenset({Surface.ADMIN}),
    refuses=(Code.VALIDATION, Code.CONFLICT, Code.FORBIDDEN, Code.REQUEST_KEY_REUSED),
)
def update_organization(call: Call, request: UpdateOrganizationInput) -> OrganizationUpdated:
    """Change the name of your organization."""
    lock_people(call, CHANGE)
    organization = Organization.objects.get(id=call.organization_id)
    staleness.require_fresh(request.seen, mark_of(organization), "The organization")
    before = organization.name
    if request.name != before:
        organization.name = request.name
        organization.save(update_fields=["name"])
        activity.record(
            call, Action.UPDATE, "organization", organization.id, before=before, after=request.name
        )
    return OrganizationUpdated(slug=organization.slug, name=organization.name)
