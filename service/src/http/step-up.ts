import type { Principal } from "../contract/access.ts";
import { forbidden } from "../contract/errors.ts";

/** Keys are not asked: they have nothing to prove who they are by but themselves. */
export function requireProof(principal: Principal): void {
  if (principal.kind === "user" && !principal.proved) throw stepUpRequired();
}

export const stepUpRequired = () =>
  forbidden(
    "step_up_required",
    "This change asks for your password, or a code of your authenticator app, because you last gave one more than 10 minutes ago. Send it to POST /app/step-up, then repeat the request.",
  );
