import { apiRoutes, siteRoutes } from "../src/app.ts";
import type { Route } from "../src/http/route.ts";

/** Every route of the API and the site. Describing a route does not call it, so it needs no running service. */
export function allRoutes(): Route[] {
  const described = () => Promise.reject(new Error("only described here"));
  const registrar = { register: described, cancel: described, resume: described };
  const deps = { createDraft: described, createOrder: described, waitForEvents: described, registrar };
  return [...apiRoutes(deps), ...siteRoutes()];
}

/** The patterns in the routes' request schemas. */
export function routePatterns(): { route: string; pattern: string }[] {
  return allRoutes().flatMap((route) =>
    patternsIn([route.body, route.query, route.record?.textId]).map((pattern) => ({
      route: `${route.method} ${route.path}`,
      pattern,
    })),
  );
}

function patternsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => {
    if (name === "pattern" && typeof value === "string") return [value];
    if (name === "patternProperties") return [...Object.keys(value as object), ...patternsIn(value)];
    return patternsIn(value);
  });
}
