import type { Change, Context } from "../../../context.ts";
import { invalidField, wrongState } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import {
  findCompaniesWithWebhookFaults,
  findFaults,
  insertFault,
  type TakenFault,
  useFault,
} from "./queries.ts";
import { type FaultTarget, faultsMax, faultsOf, type SandboxFaultCreate } from "./schema.ts";

/**
 * Faults that a company asked for, outside production: each is stored, counted, and applied to that company only, in the
 * moment in which the outside party is called for it.
 */
export { deleteFault, deleteFaults, faultExists, findFaults } from "./queries.ts";

export async function addFault(
  change: Change,
  { target, fault, times, code }: SandboxFaultCreate,
): Promise<Json> {
  const { tx, company, now } = change;
  const possible: readonly string[] = faultsOf[target];
  if (!possible.includes(fault)) {
    throw invalidField("fault", `must be one of ${possible.join(", ")} where target is ${target}`);
  }
  if (code != null && fault !== "reject") {
    throw invalidField("code", "is only for the fault reject; leave it out for others");
  }
  if ((await findFaults(tx, company.id)).length >= faultsMax) throw tooManyFaults();
  return insertFault(tx, company.id, now, { target, fault, times: times ?? null, code: code ?? null });
}

export const tooManyFaults = () =>
  wrongState(`The company has ${faultsMax} faults already. Remove some with DELETE /sandbox/faults first.`);

/** The next fault of an outside party for this company, which is used up by this; never one in production. */
export async function takeFault(
  { config }: Pick<Context, "config">,
  db: Queryable,
  companyId: number,
  target: FaultTarget,
): Promise<TakenFault | undefined> {
  return config.environment === "production" ? undefined : useFault(db, companyId, target);
}

const knownForMs = 500;

/** Whether a delivery shall fail. Workers ask for each, so that the companies concerned are read only now and then. */
export function webhookFaults({ config, background }: Pick<Context, "config" | "background">) {
  let known: Promise<Set<number>> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async (companyId: number): Promise<boolean> => {
    if (config.environment === "production") return false;
    if (performance.now() - readAt > knownForMs) {
      readAt = performance.now();
      known = findCompaniesWithWebhookFaults(background).catch(() => new Set<number>());
    }
    if (!(await known)?.has(companyId)) return false;
    return (await useFault(background, companyId, "webhooks")) !== undefined;
  };
}
