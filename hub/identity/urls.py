"""The addresses of the account pages."""

from __future__ import annotations

from django.urls import path

from hub.identity import pages

urlpatterns = [
    path("sign-in/", pages.sign_in_page, name="sign_in"),
    path("sign-out/", pages.sign_out_page, name="sign_out"),
    path("account/", pages.account_page, name="account"),
    path("set-password/<uuid:user_id>/<str:token>/", pages.set_password_page, name="set_password"),
]
