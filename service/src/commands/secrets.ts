import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { listListeningNodes, type ServiceNode } from "../platform/db/listener.ts";
import { keyIdOf, reencrypt } from "../platform/security/encrypted-columns.ts";
import type { EncryptionKeys } from "../platform/security/secrets.ts";
import { notice, openForCommand } from "./command-runtime.ts";
import { encryptedColumns } from "./encrypted-columns.ts";
import { encryptsWith, isMissingOn } from "./node-keys.ts";
import { type Options, print, UsageError } from "./options.ts";

/**
 * Re-encrypts all stored secrets with the first key, beside a running service or alone, so that older keys can be
 * removed.
 */
export async function secretsReencrypt(config: Config, options: Options): Promise<void> {
  const { context, close } = await openForCommand(config);
  try {
    const nodes = (await listListeningNodes(context.db)).filter(({ roles }) => !roles.includes("command"));
    rejectUnknownKeys(nodes, context.encryptionKeys);
    printResult(options, context.encryptionKeys, nodes, await reencryptAll(context));
  } finally {
    await close();
  }
}

const nameOf = ({ roles, address }: ServiceNode) => `the ${roles.join(" and ")} process at ${address}`;

/** A running node without the first key could not read any secret afterwards. */
function rejectUnknownKeys(nodes: readonly ServiceNode[], [first]: EncryptionKeys): void {
  const outsider = nodes.find((node) => isMissingOn(node, first!));
  if (!outsider) return;
  throw new UsageError(
    `${nameOf(outsider)} does not have the encryption key '${first!.id}' and could not read the secrets afterwards. Add the key to BILLFOLD_ENCRYPTION_KEYS on every node, restart the nodes, then run this again.`,
  );
}

type Done = { name: string; done: number; unreadable: number; keysNeeded: (string | undefined)[] }[];

async function reencryptAll({ db, encryptionKeys }: Context): Promise<Done> {
  const all: Done = [];
  for (const column of encryptedColumns) {
    const { done, unreadable } = await reencrypt(db, column, encryptionKeys);
    // Short-lived secrets that cannot be decrypted were lost before, and expire without any action.
    const lost = column.isShortLived ? [] : unreadable;
    const keysNeeded = lost.map((sealed) => keyIdOf(column, encryptionKeys, sealed));
    all.push({ name: column.name, done, unreadable: lost.length, keysNeeded });
  }
  return all;
}

function printResult(options: Options, keys: EncryptionKeys, nodes: readonly ServiceNode[], all: Done): void {
  const [first, ...older] = keys;
  const needed = new Set(all.flatMap(({ keysNeeded }) => keysNeeded));
  const behind = nodes.filter((node) => older.some((key) => encryptsWith(node, key)));
  const removable = behind.length > 0 ? [] : older.flatMap(({ id }) => (needed.has(id) ? [] : [id]));
  const reencrypted = Object.fromEntries(all.map(({ name, done }) => [name, done]));
  const lost = Object.fromEntries(
    all.flatMap(({ name, unreadable }) => (unreadable > 0 ? [[name, unreadable]] : [])),
  );
  const isDone = Object.keys(lost).length === 0;
  if (options.json === true) {
    const result = {
      success: isDone,
      key: first!.id,
      reencrypted,
      unreadable: lost,
      removable_keys: removable,
    };
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } else {
    print(options, { key: first!.id, ...reencrypted, removable_keys: removable.join(", ") || "none" });
  }
  for (const node of behind)
    notice(
      `${nameOf(node)} still encrypts with an older key. Put '${first!.id}' first there too, then run this again.`,
    );
  if (isDone) return;
  const words = Object.entries(lost).map(([name, count]) => `${count} of ${name}`);
  notice(
    `billfold: none of the configured keys can decrypt ${words.join(", ")}. All other secrets now use '${first!.id}'. Run 'billfold doctor' for details and next steps.`,
  );
  process.exitCode = 1;
}
