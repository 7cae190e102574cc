import type { Context } from "../../../context.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import type { GatewayDispute } from "../gateways/service.ts";
import { recordDispute } from "./service.ts";

/** As if the gateway of this payment had reported a dispute, about 100 NGN by default. */
export function reportDispute(
  { db, clock }: Context,
  company: { id: number },
  paymentId: number,
  { status = "open", amount = "100" }: Partial<Pick<GatewayDispute, "status" | "amount">> = {},
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const change = await systemChange(tx, company.id, clock);
    await recordDispute(change, paymentId, { status, reason: "fraudulent", amount, currency: "NGN" });
  });
}
