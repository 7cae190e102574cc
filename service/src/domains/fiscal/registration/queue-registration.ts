import { type Change, type Context, realTimeOf } from "../../../context.ts";
import { integrationUnavailable } from "../../../contract/errors.ts";
import { requireIntegration } from "./integration.ts";
import { saveFiscal } from "./queries.ts";
import { startRegistration } from "./start-registration.ts";

/**
 * For invoices that the service itself makes: issues one and stores its document in the caller's transaction, and leaves
 * the calls to the background pass. The account is read before that transaction begins.
 */
export async function prepareRegistration(
  context: Context,
  companyId: number,
): Promise<(change: Change, invoiceId: number) => Promise<void>> {
  const integration = await requireIntegration(context, companyId);
  return async (change, id) => {
    const started = await startRegistration(
      change,
      { kind: "invoice", id },
      {
        environment: context.config.environment,
        integration,
        // Nothing is called here, so that it does not matter whether the authority responds.
        requireClosed: () => undefined,
        leaseUntil: realTimeOf(change),
      },
    );
    if (started.is === "refused") throw started.error;
    if (started.is !== "ours") {
      throw integrationUnavailable(
        integration.adapter.title,
        "the company's integration is being changed",
        1,
      );
    }
    saveFiscal(change.tx, started.row, realTimeOf(change), {
      state: "queued",
      handle: null,
      irn: null,
      outcome: null,
      failures: 0,
      next_action_at: realTimeOf(change),
    });
  };
}
