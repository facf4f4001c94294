"""The addresses of the account pages and of /agents/."""

from __future__ import annotations

from django.urls import path

from hub.identity import account_pages, agent_pages, pages

urlpatterns = [
    path("sign-in/", pages.sign_in_page, name="sign_in"),
    path("sign-out/", pages.sign_out_page, name="sign_out"),
    path("account/", pages.account_page, name="account"),
    path("account/tokens/", account_pages.tokens, name="account_tokens"),
    path("account/tokens/make/", account_pages.make_token, name="make_person_token"),
    path("account/tokens/revoke/", account_pages.revoke_token, name="revoke_person_token"),
    path("account/preferences/", account_pages.change_preferences, name="change_preferences"),
    path("agents/", agent_pages.agents, name="agents"),
    path("agents/make/", agent_pages.make_key, name="make_agent_key"),
    path("agents/rotate/", agent_pages.rotate_key, name="rotate_agent_key"),
    path("agents/revoke/", agent_pages.revoke_key, name="revoke_agent_key"),
    path("set-password/<uuid:user_id>/<str:token>/", pages.set_password_page, name="set_password"),
]
