"""The admin's site: its door, its addresses, its sections.

Who may enter is decided by `hub.identity`, which fills the hook `door`. There are no Django permission
rows: what a person may do in a section is asked of the operations' own rights.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import URLPattern, URLResolver, reverse
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from unfold.dataclasses import SearchResult
from unfold.sites import UnfoldAdminSite

from hub.core.calls import Call
from hub.core.contributions import Hook

Enter = Callable[[Call], HttpResponse]

# (request, enter): lets the person in by calling `enter` with their call, or answers in its place.
door = Hook[[HttpRequest, Enter], HttpResponse]("admin_door")

# The sections of the index and of the side bar, in the order in which an organization is set up.
STRUCTURE, RIGHTS, PEOPLE, WATCH = _("Structure"), _("Rights"), _("People"), _("What happened")
SECTIONS = (STRUCTURE, RIGHTS, PEOPLE, WATCH)

# Django's own ways past a form, and its account pages: the product has pages of its own.
_CLOSED = {"password_change", "password_change_done", "view_on_site"}
_POPUP = ("_popup", "_to_field")
_LONGEST_SEARCH = 200


class HubAdminSite(UnfoldAdminSite):  # type: ignore[misc]  # no types
    """The one admin site, under /admin/."""

    index_title = _("Admin")
    index_template = "admin/index.html"
    enable_nav_sidebar = True

    def __init__(self) -> None:
        super().__init__("admin")
        self.disable_action("delete_selected")

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., HttpResponse]:
        """A view behind the door. It is rendered behind it too, in the time zone of the person."""

        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            def enter(call: Call) -> HttpResponse:
                _refuse_what_nobody_sends(request)
                request.admin_call = call  # type: ignore[attr-defined]
                response: Any = view(request, *args, **kwargs)
                return response.render() if hasattr(response, "render") else response  # type: ignore[no-any-return]

            response = door.collect(request, enter)[0]
            patch_cache_control(response, no_store=True)
            return response

        return wraps(view)(never_cache(inner))

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the request came through the door."""
        return hasattr(request, "admin_call")

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Django's addresses, but for its account pages and its lookup of any row by content type."""
        return [url for url in super().get_urls() if getattr(url, "name", None) not in _CLOSED]

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Off to the sign-in page of the product, and back."""
        then = request.GET.get("next") or reverse("admin:index")
        return HttpResponseRedirect(f"{resolve_url('sign_in')}?{urlencode({'next': then})}")

    def logout(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """End the browser session, as the pages do."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        logout(request)
        return HttpResponseRedirect(resolve_url("sign_in"))

    def app_index(self, request: HttpRequest, app_label: str, extra_context: Any = None) -> HttpResponse:
        """The sections are not Django's apps: on to the index."""
        return HttpResponseRedirect(reverse("admin:index"))

    def search(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The palette of the theme: it finds sections, all on one page."""
        if request.GET.get("page", "1") != "1":
            raise Http404
        return super().search(request, extra_context)

    def _search_apps(self, app_list: list[Any], search_term: str) -> list[SearchResult]:
        """The sections by the names that they have here, among those that the person may open."""
        open_ones = {model["model"] for app in app_list for model in app["models"]}
        return [
            SearchResult(
                title=found["title"], description=found["about"], link=found["link"], icon=found["icon"]
            )
            for model, model_admin in self._registry.items()
            if model in open_ones
            for found in (self._address(model_admin, entry) for entry in model_admin.entries())
            if search_term in str(found["title"]).lower()
        ]

    def index(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The sections with what each is for."""
        return super().index(request, {"sections": self.sections(request), **(extra_context or {})})

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """The theme's context. Its colours are in static/admin.css, since inline styles are off."""
        return {**super().each_context(request), "colors": None}

    def get_sidebar_list(self, request: HttpRequest) -> list[dict[str, Any]]:
        """The sections, as the theme's side bar wants them."""
        return self.sections(request)

    def sections(self, request: HttpRequest) -> list[dict[str, Any]]:
        """Section -> its entries, those that the person may open."""
        admins: list[Any] = [each for each in self._registry.values() if each.has_view_permission(request)]
        return [
            {
                "title": title,
                "separator": True,
                "items": [
                    self._entry(request, model_admin, entry)
                    for model_admin in admins
                    if model_admin.section == title
                    for entry in model_admin.entries()
                ],
            }
            for title in SECTIONS
        ]

    def _entry(self, request: HttpRequest, model_admin: Any, entry: Any) -> dict[str, Any]:
        found = self._address(model_admin, entry)
        path, __, query = found["link"].partition("?")
        base = f"admin:{model_admin.opts.app_label}_{model_admin.opts.model_name}"
        inside = request.path.startswith(path)
        chosen = all(request.GET.get(name) == value for name, value in entry.query.items())
        return {
            **found,
            "add": f"{reverse(f'{base}_add')}{'?' if query else ''}{urlencode(entry.initial)}"
            if model_admin.has_add_permission(request)
            else "",
            "active": inside and chosen,
            "has_permission": True,
        }

    def _address(self, model_admin: Any, entry: Any) -> dict[str, Any]:
        path = reverse(f"admin:{model_admin.opts.app_label}_{model_admin.opts.model_name}_changelist")
        link = f"{path}?{urlencode(entry.query)}" if entry.query else path
        return {"title": entry.title, "about": entry.about, "icon": entry.icon, "link": link}


def call_of(request: HttpRequest) -> Call:
    """The call of who came through the door."""
    call: Call = request.admin_call  # type: ignore[attr-defined]
    return call


def _refuse_what_nobody_sends(request: HttpRequest) -> None:
    """404 for Django's popup windows, which would go past our forms, and for text no engine takes."""
    sent = {**request.GET.dict(), **request.POST.dict()}
    if any(name in sent for name in _POPUP):
        raise Http404
    texts = (
        request.path,
        *request.GET.keys(),
        *(value for values in request.GET.lists() for value in values[1]),
    )
    if any("\x00" in text or (not text.isascii() and _lone(text)) for text in texts):
        raise Http404
    if len(request.GET.get("q", "")) > _LONGEST_SEARCH:
        raise Http404


def _lone(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


site = HubAdminSite()
