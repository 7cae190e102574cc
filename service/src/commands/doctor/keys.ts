import {
  type EncryptedColumn,
  type EncryptedSecret,
  keyIdOf,
  listEncrypted,
  tryDecrypt,
} from "../../platform/security/encrypted-columns.ts";
import type { EncryptionKeys } from "../../platform/security/secrets.ts";
import { encryptedColumns } from "../encrypted-columns.ts";
import { encryptsWith, isMissingOn } from "../node-keys.ts";
import type { DatabaseDoctorContext } from "./doctor-context.ts";
import { counted, type Finding, note, ok, problem } from "./finding.ts";

const secretsMax = 100_000;
const ownersShown = 5;

/** Checks that every stored secret can still be decrypted, and with which keys. */
export async function checkKeys({
  db,
  encryptionKeys,
  config,
  nodes,
}: DatabaseDoctorContext): Promise<Finding[]> {
  const found = await Promise.all(
    encryptedColumns.map(async (column) =>
      (await listEncrypted(db, column, { limit: secretsMax })).map((sealed) => ({ column, sealed })),
    ),
  );
  const all = found.flat();
  if (!encryptionKeys) return [withoutKeys(all.length)];
  const lost = await lostOf(all, encryptionKeys);
  const spread = nodes.flatMap((node) => spreadOf(node, encryptionKeys));
  const faults = [...missingKeys(lost, encryptionKeys), ...lostSecrets(lost), ...spread];
  if (faults.length > 0) return faults;
  const lasting = all.filter(({ column }) => !column.isShortLived).length;
  return [
    ok("keys", `${counted(lasting, "stored secret")}, all readable`),
    ...olderKeys(all, encryptionKeys, nodes),
    ...generatedKey(config),
  ];
}

type Stored = { column: EncryptedColumn; sealed: EncryptedSecret };

function withoutKeys(count: number): Finding {
  if (count === 0) return ok("keys", "none yet: the first start creates one");
  return problem(
    "keys",
    `${counted(count, "stored secret")}, but no key to decrypt them`,
    "Restore encryption.keys in the data folder from your backup, or set BILLFOLD_ENCRYPTION_KEYS.",
  );
}

async function lostOf(all: readonly Stored[], keys: EncryptionKeys): Promise<EncryptedSecret[]> {
  const lost: EncryptedSecret[] = [];
  for (const { column, sealed } of all) {
    if (column.isShortLived) continue;
    if ((await tryDecrypt(column, keys, sealed)) === undefined) lost.push(sealed);
  }
  return lost;
}

/** The keys that are missing, as far as the ciphertexts name them. */
function missingKeys(lost: readonly EncryptedSecret[], keys: EncryptionKeys): Finding[] {
  const known = new Set(keys.map(({ id }) => id));
  // Ciphertexts of the account library identify their keys by number only.
  const named = lost.flatMap(({ text }) => (text.startsWith("$") ? [] : [text.split(".", 1)[0]!]));
  const ids = [...new Set(named)].filter((id) => !known.has(id));
  if (ids.length === 0) return [];
  const says = `secrets are encrypted with the key ${ids.map((id) => `'${id}'`).join(" and ")}, which is not configured`;
  return [problem("keys", says, "Add it to BILLFOLD_ENCRYPTION_KEYS, after the first one, on every node.")];
}

function lostSecrets(lost: readonly EncryptedSecret[]): Finding[] {
  return Object.entries(Object.groupBy(lost, ({ kind }) => kind)).map(([kind, secrets = []]) => {
    const owners = [...new Set(secrets.map(({ ownerId }) => ownerId))];
    if (kind === "second factor") return lostFactors(owners.length);
    const shown = owners.slice(0, ownersShown).join(", ");
    const more = owners.length > ownersShown ? ` and ${owners.length - ownersShown} more` : "";
    const says = `${counted(secrets.length, kind)} can't be decrypted (company ${shown}${more})`;
    return problem(
      "keys",
      says,
      cures[kind] ??
        "Restore the key. If it is lost, enter the account again, for the same gateway: billfold gateway set --company … Work in progress then resumes.",
    );
  });
}

const cures: Record<string, string> = {
  "webhook secret": "Restore the key. If it is lost, create new secrets: billfold webhook rotate --company …",
  "e-invoicing integration":
    "Restore the key. If it is lost, configure the integration again, with the same business: billfold einvoicing set --company … Nothing is registered twice.",
};

const lostFactors = (people: number) =>
  problem(
    "keys",
    `the second factor of ${counted(people, "person", "people")} can't be decrypted, so they can't sign in`,
    "Restore the key. If it is lost, turn off two-step verification for each of them: billfold user reset-second-factor --email …",
  );

/** Every process must be able to read what another one encrypts. */
function spreadOf(node: DatabaseDoctorContext["nodes"][number], keys: EncryptionKeys): Finding[] {
  const [first] = keys;
  const who = `the ${node.roles.join(" and ")} process at ${node.address}`;
  if (isMissingOn(node, first!)) {
    const says = `${who} does not have the key '${first!.id}', which this terminal uses to encrypt`;
    return [
      problem(
        "keys",
        says,
        "Set BILLFOLD_ENCRYPTION_KEYS to the same keys on every node, and restart the node.",
      ),
    ];
  }
  if (node.keys.length === 0 || keys.some((key) => encryptsWith(node, key))) return [];
  const says = `${who} encrypts with a key that this terminal does not have`;
  return [problem("keys", says, "Run this with the same BILLFOLD_ENCRYPTION_KEYS as the nodes.")];
}

/** Which of the older keys are still needed, and which can be removed. */
function olderKeys(
  all: readonly Stored[],
  keys: EncryptionKeys,
  nodes: DatabaseDoctorContext["nodes"],
): Finding[] {
  const [first, ...older] = keys;
  const used = Object.groupBy(all, ({ column, sealed }) => keyIdOf(column, keys, sealed) ?? "");
  return older.flatMap((key) => {
    const count = used[key.id]?.length ?? 0;
    const writers = nodes.filter((node) => encryptsWith(node, key)).length;
    if (writers > 0) {
      const says = `${counted(writers, "process", "processes")} still ${writers === 1 ? "encrypts" : "encrypt"} with the older key '${key.id}'`;
      return [note("keys", says, `Put '${first!.id}' first on every node, and restart the nodes.`)];
    }
    if (count > 0) {
      const says = `${counted(count, "stored secret")} still encrypted with the older key '${key.id}'`;
      return [note("keys", says, "Run: billfold secrets reencrypt. Then remove that key.")];
    }
    return [
      note(
        "keys",
        `the key '${key.id}' is no longer needed`,
        "Remove it from BILLFOLD_ENCRYPTION_KEYS on every node. Keep a copy with older backups.",
      ),
    ];
  });
}

function generatedKey({ encryptionKeys, environment, dataDir }: DatabaseDoctorContext["config"]): Finding[] {
  if (encryptionKeys || environment === "sandbox") return [];
  const says = `the key is the generated one in ${dataDir}/encryption.keys`;
  return [
    note(
      "keys",
      says,
      "Set BILLFOLD_ENCRYPTION_KEYS to the content of that file, store it separately from the data, and back it up.",
    ),
  ];
}
