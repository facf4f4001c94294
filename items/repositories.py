"""Repositories as a call names them."""

from __future__ import annotations

from django.db.models import Q

from hub.core.calls import Call
from hub.core.references import Kind, as_uuid
from items.models import Repository


def _find(call: Call, text: str) -> Repository | None:
    uuid = as_uuid(text)
    wanted = Q(id=uuid) if uuid is not None else Q(slug=text)
    return Repository.within(call.organization_id).filter(wanted, archived_at=None).first()


def _unknown(call: Call, text: str) -> str:
    return f'No live repository has the slug or the id "{text}". list_repositories lists them.'


REPOSITORY = Kind("repository", _find, _unknown)
