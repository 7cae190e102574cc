import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoutes, siteRoutes } from "../src/app.ts";
import { type Role, roleNames, roles, scopeNames, siteScopeNames } from "../src/contract/access.ts";
import type { Route } from "../src/http/route.ts";
import { signIn, startSite, type TestSession, type TestSite } from "./site-session.ts";

// Routes are described and not called here, so they need no service.
const described = () => Promise.reject(new Error("only described here"));
const ofTheApi = apiRoutes({
  createDraft: described,
  createOrder: described,
  waitForEvents: described,
  registrar: { register: described, cancel: described, resume: described },
});
const ofTheSite = siteRoutes();

/** The company's identity, its gateway, its e-invoicing integration, and its users. */
const ownerOnly = ["integrations:configure", "site:legal", "site:gateway", "site:users"] as const;

let site: TestSite;
const people = new Map<Role, TestSession>();
beforeAll(async () => {
  site = await startSite();
  for (const role of roleNames) {
    people.set(role, await signIn(site.service, { companyId: site.company.id, role }));
  }
});
afterAll(() => site.close());

const call = (person: TestSession, { method, path }: Route, headers = {}) =>
  person.call(method, path.replace(/\{\w+\}/, "999999999"), {}, { headers });

const mayCall = (role: Role, { scope, orScope }: Route) =>
  scope === "any" || roles[role].includes(scope) || (orScope !== undefined && roles[role].includes(orScope));

describe("roles are enforced on the server", () => {
  test.each(roleNames)("%s may call exactly the routes whose scope the role holds", async (role) => {
    const faults: string[] = [];
    for (const route of [...ofTheApi, ...ofTheSite]) {
      const { status, body } = await call(people.get(role)!, route);
      const isRefused = status === 403 && body?.code === "scope_missing";
      if (isRefused === mayCall(role, route) || status === 401 || status === 500) {
        faults.push(`${route.method} ${route.path}: ${status} ${body?.code}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test("the roles have exactly these scopes", () => {
    const lacks = (role: Role) =>
      [...scopeNames, ...siteScopeNames].filter((scope) => !roles[role].includes(scope));
    expect(lacks("owner")).toEqual([]);
    expect(lacks("accountant")).toEqual([
      "customers:erase",
      "integrations:configure",
      "portal:embed",
      "portal:configure",
      "webhooks:write",
      "company:read",
      "sandbox",
      "site:keys",
      "site:settings",
      "site:legal",
      "site:gateway",
      "site:users",
    ]);
    expect(lacks("developer")).toEqual([
      "invoices:write",
      "customers:write",
      "customers:erase",
      "products:write",
      "sales:write",
      "integrations:configure",
      "payments:write",
      "company:read",
      "site:import",
      "site:legal",
      "site:gateway",
      "site:users",
    ]);
    const others = roleNames.filter((role) => role !== "owner");
    expect(ownerOnly.filter((scope) => others.some((role) => roles[role].includes(scope)))).toEqual([]);
    expect([...roles.viewer].filter((scope) => !scope.endsWith(":read"))).toEqual(["site:export"]);
  });

  test("no key can hold a scope of the site, and none of its routes is under /api/v1", async () => {
    for (const route of ofTheSite) {
      const path = route.path.replace(/\{\w+\}/, "999999999");
      const { status, body } = await site.company.call(`${route.method} ${path}`);
      expect({ [path]: [status, body?.code] }).toEqual({ [path]: [404, "unknown_path"] });
    }
  });
});

describe("every route at /app/api", () => {
  const all = [...ofTheApi, ...ofTheSite];
  const sweep = async (
    routes: Route[],
    headers: Record<string, string | null>,
    expected: [number, string],
  ) => {
    const faults: string[] = [];
    for (const route of routes) {
      const { status, body } = await call(site, route, headers);
      if (status !== expected[0] || body?.code !== expected[1]) {
        faults.push(`${route.method} ${route.path}: ${status} ${body?.code}`);
      }
    }
    expect(faults).toEqual([]);
  };

  test("is 401 without a session, also with a valid key", () => {
    const authorization = `Bearer ${site.company.appId}:${site.company.secret}`;
    return sweep(all, { cookie: null, authorization }, [401, "unauthenticated"]);
  });

  test("is 403 for a change without the session's own token", () =>
    sweep(
      all.filter(({ method }) => method !== "GET"),
      { "x-csrf-token": people.get("viewer")!.csrf },
      [403, "csrf"],
    ));

  test("is 404 for a company that the user does not belong to", async () => {
    const theirs = await site.service.company();
    await sweep(all, { "x-company-id": String(theirs.id) }, [404, "not_found"]);
  });

  test("is 401 at /api/v1 with a cookie", async () => {
    for (const { method, path } of ofTheApi) {
      const named = path.replace(/\{\w+\}/, "1");
      const { status } = await site.call(method, named, {}, { base: "/api/v1" });
      expect({ [`${method} ${path}`]: status }).toEqual({ [`${method} ${path}`]: 401 });
    }
  });
});
