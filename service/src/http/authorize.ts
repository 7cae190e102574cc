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
export function authorize(
  principal: Principal,
  route: Pick<Route, "scope" | "orScope" | "feature" | "whileSuspended">,
): void {
  const { scope, orScope, feature, whileSuspended } = route;
  const held: ReadonlySet<Scope | SiteScope> = principal.scopes;
  if (scope !== "any" && !held.has(scope) && !(orScope && held.has(orScope))) {
    throw forbidden("scope_missing", lackOf(principal, scope), { scope });
  }
  // A suspended company learns its status from GET /ping; its people can still use the settings.
  if (feature === "any" && (whileSuspended || principal.kind === "user")) return;
  if (principal.company.status !== "active") {
    throw forbidden(
      "subscription_inactive",
      `This company is ${principal.company.status}, so its API is disabled. Contact the operator of this service.`,
    );
  }
  if (feature === "any" || principal.disabledFeatures.size === 0) return;
  const disabled = [feature].flat().find((name) => principal.disabledFeatures.has(name));
  if (disabled) {
    throw forbidden(
      "feature_disabled",
      `${features[disabled]}: the feature '${disabled}' is not included in this company's subscription.`,
      { feature: disabled },
    );
  }
}

function lackOf(principal: Principal, scope: Scope | SiteScope): string {
  if (principal.kind === "key")
    return `This key does not have the scope ${scope}. Enable it for the key in the company's settings.`;
  const meaning = { ...scopes, ...siteScopes }[scope];
  const action = meaning.charAt(0).toLowerCase() + meaning.slice(1, -1);
  return `Your role, ${principal.role}, is not allowed to ${action}. Ask an owner of the company.`;
}

/** Keys are not asked: they have nothing to prove who they are by but themselves. */
export function requireProof(principal: Principal): void {
  if (principal.kind === "user" && !principal.proved) throw stepUpRequired();
}

export const stepUpRequired = () =>
  forbidden(
    "step_up_required",
    "Confirm this change with your password or a code from your authenticator app: you last entered one more than 10 minutes ago. Send it to POST /app/step-up, then repeat the request.",
  );
