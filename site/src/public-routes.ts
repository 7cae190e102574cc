import { createRootRoute, createRoute } from "@tanstack/react-router";
import { lazyRouteComponent } from "./data/lazy-route.ts";
import type { SearchParams } from "./search-params.ts";
import { NotFoundPage } from "./shell/problem-pages.tsx";

/** For filters, tabs, and tokens from emails; `parseSearch` has made all of it text. */
export const validateSearch = (search: SearchParams): SearchParams => search;

export const root = createRootRoute({ notFoundComponent: NotFoundPage });

/** Public pages. Each is a separate chunk that is loaded on first visit. */
export const publicPages = [
  createRoute({
    getParentRoute: () => root,
    path: "/register",
    component: lazyRouteComponent(() => import("./auth/register-page.tsx"), "RegisterPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/sign-in",
    validateSearch,
    component: lazyRouteComponent(() => import("./auth/sign-in-page.tsx"), "SignInPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/confirm",
    validateSearch,
    component: lazyRouteComponent(() => import("./auth/confirm-page.tsx"), "ConfirmPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/confirm-email",
    validateSearch,
    component: lazyRouteComponent(() => import("./auth/confirm-email-page.tsx"), "ConfirmEmailPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/forgot",
    component: lazyRouteComponent(() => import("./auth/forgot-page.tsx"), "ForgotPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/reset",
    validateSearch,
    component: lazyRouteComponent(() => import("./auth/reset-page.tsx"), "ResetPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/invitation",
    validateSearch,
    component: lazyRouteComponent(() => import("./auth/invitation-page.tsx"), "InvitationPage"),
  }),
] as const;
