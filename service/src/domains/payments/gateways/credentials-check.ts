import type { Context } from "../../../context.ts";
import { gatewayInUse } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { OutboundCheck } from "../../../platform/outbound/outbound.ts";
import { encryptedColumn } from "../../../platform/security/encrypted-columns.ts";
import type { GatewayName } from "./port.ts";
import { findEveryAccount, type KnownAccount } from "./queries.ts";
import { decryptAccount, gateways, purpose } from "./service.ts";

/** The encrypted column, for key rotation and for checking that every secret can be decrypted. */
export const sealedAccounts = [
  encryptedColumn({
    name: "gateway_accounts",
    table: "gateway_accounts",
    column: "credentials",
    record: { column: "id", type: "bigint" },
    detail: "gateway",
    kind: (gateway) => `${gateways[gateway as GatewayName].title} account`,
    purpose: (companyId, _id, gateway) => purpose(companyId, gateway as GatewayName),
  }),
];

type CheckContext = Pick<Context, "config" | "encryptionKeys" | "outbound">;

/** The gateway accounts in use, each with a check that its credentials are accepted. */
export async function gatewayContacts(
  settings: CheckContext,
  db: Queryable,
  limit: number,
): Promise<OutboundCheck[]> {
  const rows = await findEveryAccount(db, limit);
  return rows
    .filter((row) => row.is_current && gatewayInUse(settings.config.environment, row.choice) === row.gateway)
    .flatMap((row) => contactOf(settings, row));
}

function contactOf(settings: CheckContext, row: KnownAccount): OutboundCheck[] {
  try {
    const account = decryptAccount(settings, row.company_id, row);
    const { title, check } = gateways[row.gateway];
    return [
      {
        companyId: row.company_id,
        title,
        address: account.baseUrl,
        check: () => check(settings.outbound, account),
      },
    ];
  } catch {
    // Undecryptable accounts are counted by the secrets check, and a sandbox that is not running is no problem.
    return [];
  }
}
