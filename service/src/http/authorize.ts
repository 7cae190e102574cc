import { features, type Principal, scopes } from "../access.ts";
import { forbidden } from "../foundation/errors.ts";
import type { Route } from "./route.ts";

/** Scope first, then the subscription: the key's own lack is what its holder can mend. */
export function authorize(principal: Principal, route: Pick<Route, "scope" | "orScope" | "feature">): void {
  const { scope, orScope, feature } = route;
  if (scope !== "any" && !principal.scopes.has(scope) && !(orScope && principal.scopes.has(orScope))) {
    throw forbidden(
      "scope_missing",
      `This key lacks the scope ${scope}. ${scopes[scope]} Enable it for the key in the company's settings.`,
      { scope },
    );
  }
  // GET /ping needs no feature, and is how a suspended company learns of its state.
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
