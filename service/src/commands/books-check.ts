import type { Config } from "../config/config.ts";
import {
  type BooksCheck,
  checkBooks,
  listCompaniesWithEvents,
  saveCheck,
} from "../domains/backoffice/books/service.ts";
import type { Database } from "../platform/db/database.ts";
import type { EncryptionKeys } from "../platform/security/secrets.ts";
import { openForCommand } from "./command-runtime.ts";
import { type Options, print, UsageError } from "./options.ts";

type Totals = Pick<BooksCheck, "events" | "inferred_allocations" | "redacted_events" | "differences"> & {
  companies: number;
  found: object[];
};

/** Compares the books of one company, or of all, with their events. */
export async function booksCheck(config: Config, options: Options): Promise<void> {
  const { context, close } = await openForCommand(config);
  try {
    const startedAt = performance.now();
    const save = (check: BooksCheck) => saveCheck(context.db, check, context.clock.now());
    const ids = options.company === undefined ? undefined : [companyOf(options.company)];
    const totals = await checkEveryCompany(context, ids, save);
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    print(options, { success: totals.differences === 0, ...totals, seconds });
    if (totals.differences > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

function companyOf(given: unknown): number {
  const id = Number(given);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new UsageError("--company is the id of a company");
}

/** One company after the other, each at a moment of its own. */
export async function checkEveryCompany(
  { db, encryptionKeys }: { db: Database; encryptionKeys?: EncryptionKeys },
  ids?: readonly number[],
  done: (check: BooksCheck) => Promise<void> = async () => undefined,
): Promise<Totals> {
  const totals: Totals = {
    companies: 0,
    events: 0,
    inferred_allocations: 0,
    redacted_events: 0,
    differences: 0,
    found: [],
  };
  for (const id of ids ?? (await listCompaniesWithEvents(db))) {
    const [check] = await checkBooks(db, [id], encryptionKeys && { encryptionKeys });
    totals.companies += 1;
    totals.events += check!.events;
    totals.inferred_allocations += check!.inferred_allocations;
    totals.redacted_events += check!.redacted_events;
    totals.differences += check!.differences;
    totals.found.push(...check!.found.map((difference) => ({ company_id: id, ...difference })));
    await done(check!);
  }
  return totals;
}
