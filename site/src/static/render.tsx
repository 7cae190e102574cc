import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { texts as landing } from "../texts/landing.ts";
import { texts as loading } from "../texts/loading.ts";
import { texts as notFound } from "../texts/not-found.ts";
import { texts as ui } from "../texts/ui.ts";
import { LandingPage } from "./landing-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import type { StaticParts } from "./parts.ts";
import { EntrySkeleton, ShellSkeleton } from "./shell-skeleton.tsx";

export const parts: StaticParts = {
  language: ui.language,
  landing: { title: landing.title, description: landing.description, body: markup(<LandingPage />) },
  notFound: { title: notFound.title, description: loading.description, body: markup(<NotFoundPage />) },
  shell: markup(<ShellSkeleton />),
  entry: markup(<EntrySkeleton />),
  description: loading.description,
  noScript: loading.noScript,
  failed: loading.failed,
  again: loading.again,
};

function markup(element: ReactElement): string {
  return renderToStaticMarkup(element);
}
