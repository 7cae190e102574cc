import type { Context } from "../../../context.ts";
import type { Scope } from "../../../contract/access.ts";
import { noSuch, wrongState } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { randomName, randomToken } from "../../../platform/security/ids.ts";
import { hashSecret } from "../../../platform/security/secrets.ts";
import { audit } from "../audit/service.ts";
import { type Administration, getCompany, notifyCompanyChanged } from "../companies/service.ts";
import { changedLimits, type GivenLimits, noLimits } from "./limits.ts";
import {
  countLiveKeys,
  insertKey,
  lockLimits,
  markSecretStored,
  markSecretUsed,
  replaceSecret,
  revokeRow,
  updateLimits,
  updateName,
  updateScopes,
} from "./queries.ts";

/**
 * API keys consist of a public App ID and a secret, which is shown once and stored as a hash. Rotation keeps the App
 * ID, because partners embed it in their pages.
 */
export type IssuedKey = { app_id: string; secret: string };

export { requireGrantable } from "./grants.ts";
export { listKeys, readKey } from "./key-status.ts";
export { hasAnyKey } from "./queries.ts";

const liveKeysMax = 100;
export const graceSecondsDefault = 24 * 60 * 60;
export const graceSecondsMax = 7 * graceSecondsDefault;

export async function createKey(
  administration: Administration,
  companyId: number,
  scopes: readonly Scope[],
  environment: "sandbox" | "staging" | "production",
  name: string | null = null,
  given: GivenLimits = {},
): Promise<IssuedKey> {
  const { tx, now } = administration;
  const company = await getCompany(tx, companyId);
  if (company.status !== "active") {
    throw wrongState(`Company ${companyId} is ${company.status}: approve it before creating a key.`);
  }
  if ((await countLiveKeys(tx, companyId)) >= liveKeysMax) {
    throw wrongState(`You already have ${liveKeysMax} active keys. Revoke one that you no longer need.`);
  }
  const appId = `bf_${environment === "production" ? "live" : "test"}_${randomName(20)}`;
  const secret = makeSecret();
  const limits = changedLimits(noLimits, given, company.time_zone, now);
  await insertKey(tx, companyId, { appId, name, secretHash: hashSecret(secret), scopes, limits, now });
  audit(administration, companyId, "key.created", `key/${appId}`, {
    ...(name !== null && { name }),
    scopes,
    ...given,
  });
  return { app_id: appId, secret };
}

export async function rotateKey(
  administration: Administration,
  companyId: number,
  appId: string,
  graceSeconds: number,
): Promise<IssuedKey> {
  const { tx, now } = administration;
  const secret = makeSecret();
  const found = await replaceSecret(tx, companyId, appId, hashSecret(secret), now, graceSeconds);
  if (!found) throw noKey(companyId, appId);
  await notifyCompanyChanged(tx, companyId);
  audit(administration, companyId, "key.rotated", `key/${appId}`, { grace_seconds: graceSeconds });
  return { app_id: appId, secret };
}

export async function revokeKey(
  administration: Administration,
  companyId: number,
  appId: string,
): Promise<void> {
  const { tx, now } = administration;
  if (!(await revokeRow(tx, companyId, appId, now))) throw noKey(companyId, appId);
  await notifyCompanyChanged(tx, companyId);
  audit(administration, companyId, "key.revoked", `key/${appId}`);
}

export async function setKeyScopes(
  administration: Administration,
  companyId: number,
  appId: string,
  scopes: readonly Scope[],
): Promise<void> {
  const { tx, now } = administration;
  if (!(await updateScopes(tx, companyId, appId, scopes, now))) throw noKey(companyId, appId);
  await notifyCompanyChanged(tx, companyId);
  audit(administration, companyId, "key.scopes_set", `key/${appId}`, { scopes });
}

export async function setKeyLimits(
  administration: Administration,
  companyId: number,
  appId: string,
  given: GivenLimits,
): Promise<void> {
  const { tx, now } = administration;
  const before = await lockLimits(tx, companyId, appId);
  if (!before) throw noKey(companyId, appId);
  const { time_zone } = await getCompany(tx, companyId);
  await updateLimits(tx, companyId, appId, changedLimits(before, given, time_zone, now));
  await notifyCompanyChanged(tx, companyId);
  audit(administration, companyId, "key.limits_set", `key/${appId}`, { ...given });
}

export async function renameKey(
  administration: Administration,
  companyId: number,
  appId: string,
  name: string | null,
): Promise<void> {
  const before = await updateName(administration.tx, companyId, appId, name);
  if (!before) throw noKey(companyId, appId);
  if (before.name === name) return;
  audit(administration, companyId, "key.renamed", `key/${appId}`, { from: before.name, to: name });
}

/** A person confirms that they stored the secret, which nobody can be shown again. */
export async function confirmSecretStored(
  { tx, now }: Administration,
  companyId: number,
  appId: string,
): Promise<void> {
  if (!(await markSecretStored(tx, companyId, appId, now))) throw noKey(companyId, appId);
}

// The prefix lets secret scanners and our own log recognise a secret.
const makeSecret = () => `bfs_${randomToken(32)}`;

const noKey = (companyId: number, appId: string) =>
  noSuch(`key ${appId} of company ${companyId}, or it is revoked`);

/** Called when a rotated secret is used for the first time. */
export async function startGracePeriod(context: Context, companyId: number, appId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const first = await markSecretUsed(tx, companyId, appId, context.clock.now());
    if (first) await notifyCompanyChanged(tx, companyId);
  });
}
