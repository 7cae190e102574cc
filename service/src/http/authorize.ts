import {
  features,
  type Principal,
  type Scope,
  type SiteScope,
  scopes,
  siteScopes,
} from "../contract/access.ts";
import { forbidden } from "../contract/errors.ts";
import type { Route } from "./route.ts";

/** Scope first, then the subscription: a missing scope is what the holder of the key can fix. */
export function authorize(principal: Principal, route: Pick<Route, "scope" | "orScope" | "feature">): void {
  const { scope, orScope, feature } = route;
  const held: ReadonlySet<Scope | SiteScope> = principal.scopes;
  if (scope !== "any" && !held.has(scope) && !(orScope && held.has(orScope))) {
    throw forbidden("scope_missing", lackOf(principal, scope), { scope });
  }
  // GET /ping needs no feature; it is how a suspended company learns its status.
  if (feature === "any") return;
  if (principal.company.status !== "active") {
    throw forbidden(
      "subscription_inactive",
      `This company is ${principal.company.status}, so its API is closed. Ask the operator of this service.`,
    );
  }
  if (principal.disabledFeatures.size === 0) return;
  const disabled = [feature].flat().find((name) => principal.disabledFeatures.has(name));
  if (disabled) {
    throw forbidden(
      "feature_disabled",
      `${features[disabled]}: the feature '${disabled}' is not part of this company's subscription.`,
      { feature: disabled },
    );
  }
}

function lackOf(principal: Principal, scope: Scope | SiteScope): string {
  const meaning = { ...scopes, ...siteScopes }[scope];
  if (principal.kind === "key") {
    return `This key lacks the scope ${scope}. ${meaning} Enable it for the key in the company's settings.`;
  }
  return `Your role, ${principal.role}, does not include ${scope}. ${meaning} Ask an owner of the company to do it, or for another role.`;
}

/** Keys are not asked: they have nothing to prove who they are by but themselves. */
export function requireProof(principal: Principal): void {
  if (principal.kind === "user" && !principal.proved) throw stepUpRequired();
}

export const stepUpRequired = () =>
  forbidden(
    "step_up_required",
    "This change asks for your password, or a code of your authenticator app, because you last gave one more than 10 minutes ago. Send it to POST /app/step-up, then repeat the request.",
  );
