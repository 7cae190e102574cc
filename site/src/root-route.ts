import { createRootRoute } from "@tanstack/react-router";
import { NotFoundPage } from "./shell/problem-pages.tsx";

/** What stands behind the question mark is text, page by page as it likes: filters, tabs, tokens from mails. */
type Search = Record<string, string | undefined>;
export const validateSearch = (search: Search): Search => search;

export const root = createRootRoute({ notFoundComponent: NotFoundPage });
