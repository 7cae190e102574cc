import type { Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Gateway, GatewayAccount } from "./port.ts";

/** The result of checking an account with the gateway before it is stored. */
export type AccountCheck = { verified: boolean; note?: string };

/** A key that the gateway rejects is not stored; if the gateway is unreachable, the key is stored unverified. */
export async function checkAccount(
  { outbound }: Pick<Context, "outbound">,
  gateway: Gateway,
  account: GatewayAccount,
): Promise<AccountCheck> {
  try {
    await gateway.check(outbound, account);
    return { verified: true };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "integration_auth_failed") throw error;
    return {
      verified: false,
      note: `${error.message} The key is saved but not verified; enter it again to verify it.`,
    };
  }
}
