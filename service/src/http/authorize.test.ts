import { describe, expect, test } from "vitest";
import { type Principal, type Role, roles, type SiteScope } from "../contract/access.ts";
import { ApiError } from "../contract/errors.ts";
import { authorize, requireProof } from "./authorize.ts";
import type { Route } from "./route.ts";

type Asked = Pick<Route, "scope" | "orScope" | "feature" | "whileSuspended">;
const route: Asked = { scope: "products:write", feature: "catalog" };

const caller = (changes: object) =>
  ({ company: { id: 1, status: "active" }, disabledFeatures: new Set(), ...changes }) as unknown as Principal;
const key = (scopes: string[], changes: object = {}) =>
  caller({ kind: "key", scopes: new Set(scopes), ...changes });
const person = (role: Role, changes: object = {}) =>
  caller({ kind: "user", role, proved: true, scopes: new Set(roles[role]), ...changes });

/** The refusal, or undefined. */
function refusal(principal: Principal, asked: Asked = route) {
  try {
    authorize(principal, asked);
    return undefined;
  } catch (error) {
    const { status, code, message } = error as ApiError;
    expect(error).toBeInstanceOf(ApiError);
    return [status, code, message];
  }
}

describe("a missing scope", () => {
  test("is named to the holder of a key, with where to change that", () => {
    expect(refusal(key(["products:read"]))).toEqual([
      403,
      "scope_missing",
      "This key does not have the scope products:write. Enable it for the key in the company's settings.",
    ]);
  });

  test("is told to a person in words, with who can change that", () => {
    expect(refusal(person("viewer"))).toEqual([
      403,
      "scope_missing",
      "Your role, viewer, is not allowed to create and change products. Ask an owner of the company.",
    ]);
    const users: SiteScope = "site:users";
    expect(refusal(person("accountant"), { scope: users, feature: "any" })![2]).toBe(
      "Your role, accountant, is not allowed to invite users, change their roles and remove them. Ask an owner of the company.",
    );
  });

  test("does not matter where another one is enough, or none is needed", () => {
    expect(refusal(key(["products:write"]))).toBeUndefined();
    expect(refusal(key(["sales:write"]), { ...route, orScope: "sales:write" })).toBeUndefined();
    expect(refusal(key(["sales:read"]), { ...route, orScope: "sales:write" })).toBeDefined();
    expect(refusal(key([]), { scope: "any", feature: "any" })).toBeUndefined();
  });

  test("comes before what the operator alone can change", () => {
    const suspended = { company: { id: 1, status: "suspended" } };
    expect(refusal(key([], suspended))![1]).toBe("scope_missing");
  });
});

describe("a company that is not active", () => {
  const suspended = { company: { id: 1, status: "suspended" } };

  test("is refused everything that its subscription is for", () => {
    const refused = refusal(key(["products:write"], suspended))!;
    expect(refused.slice(0, 2)).toEqual([403, "subscription_inactive"]);
    expect(refused[2]).toContain("This company is suspended");
    expect(refusal(person("owner", suspended))![1]).toBe("subscription_inactive");
  });

  test("may still ask for its status, and its people may use the settings", () => {
    const ping: Asked = { scope: "any", feature: "any", whileSuspended: true };
    expect(refusal(key([], suspended), ping)).toBeUndefined();
    const settings: Asked = { scope: "site:settings", feature: "any" };
    expect(refusal(person("owner", suspended), settings)).toBeUndefined();
    expect(refusal(key([], suspended), { scope: "any", feature: "any" })![1]).toBe("subscription_inactive");
  });
});

test("a feature that the subscription does not include is named, and others are not affected", () => {
  const disabled = { disabledFeatures: new Set(["payments"]) };
  const links: Asked = { scope: "payments:write", feature: "payments" };
  expect(refusal(key(["payments:write"], disabled), links)).toEqual([
    403,
    "feature_disabled",
    "Payments and payment links: the feature 'payments' is not included in this company's subscription.",
  ]);
  const both: Asked = { ...links, feature: ["catalog", "payments"] };
  expect(refusal(key(["payments:write"], disabled), both)![1]).toBe("feature_disabled");
  expect(refusal(key(["products:write"], disabled))).toBeUndefined();
});

test("a person has to have proved lately who they are, and a key has not", () => {
  expect(() => requireProof(person("owner", { proved: false }))).toThrow("more than 10 minutes ago");
  expect(() => requireProof(person("owner"))).not.toThrow();
  expect(() => requireProof(key([]))).not.toThrow();
});
