import { renameSync, writeFileSync } from "node:fs";
import { openJournal } from "../journal.ts";
import type { Business } from "./businesses.ts";
import type { Document } from "./documents.ts";
import type { Submission } from "./submissions.ts";

/**
 * Everything the authority knows. Every change is a line at the end of a file, if there is one, and is written there
 * before anybody is told: the last line about a thing is what it is. Secrets of businesses are kept as hashes only; the
 * authority's own key stands there as it is, because it signs for nothing but tests.
 */
export type Ledger = {
  privateKey: string | undefined;
  businesses: Map<string, Business>;
  byApiKey: Map<string, Business>;
  byClientId: Map<string, Business>;
  /** By IRN: there is never a second one. */
  documents: Map<string, Document>;
  /** What waits for a decision or has found one, by handle. */
  submissions: Map<string, Submission>;
  /** How often each business handed in each of its documents, whatever came of it. */
  handedIn: Map<string, number>;
  keep(line: Line): void;
  /** Forgets documents and, if asked to, businesses; never the key. */
  reset(withBusinesses: boolean): void;
};

export type Line =
  | { privateKey: string }
  | { business: Business }
  | { document: Document }
  | { submission: Submission }
  | { handedIn: string };

export function openLedger(file: string | undefined): Ledger {
  const ledger: Ledger = {
    privateKey: undefined,
    businesses: new Map(),
    byApiKey: new Map(),
    byClientId: new Map(),
    documents: new Map(),
    submissions: new Map(),
    handedIn: new Map(),
    keep: (line) => remember(ledger, line),
    reset: (withBusinesses) => {
      for (const map of [ledger.documents, ledger.submissions, ledger.handedIn]) map.clear();
      const { businesses, byApiKey, byClientId } = ledger;
      if (withBusinesses) for (const map of [businesses, byApiKey, byClientId]) map.clear();
      if (file !== undefined) rewrite(file, ledger);
    },
  };
  if (file === undefined) return ledger;
  const append = openJournal<Line>(file, (line) => remember(ledger, line));
  ledger.keep = (line) => {
    append(line);
    remember(ledger, line);
  };
  return ledger;
}

function remember(ledger: Ledger, line: Line): void {
  if ("privateKey" in line) ledger.privateKey = line.privateKey;
  if ("business" in line) rememberBusiness(ledger, line.business);
  if ("document" in line) ledger.documents.set(line.document.irn, line.document);
  if ("submission" in line) ledger.submissions.set(line.submission.handle, line.submission);
  if ("handedIn" in line) ledger.handedIn.set(line.handedIn, (ledger.handedIn.get(line.handedIn) ?? 0) + 1);
}

function rememberBusiness({ businesses, byApiKey, byClientId }: Ledger, business: Business): void {
  businesses.set(business.business_id, business);
  byApiKey.set(business.api_key, business);
  byClientId.set(business.irp.client_id, business);
}

function rewrite(file: string, { privateKey, businesses }: Ledger): void {
  const lines: Line[] = [
    ...(privateKey === undefined ? [] : [{ privateKey }]),
    ...businesses.values().map((business) => ({ business })),
  ];
  const fresh = `${file}.fresh`;
  writeFileSync(fresh, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
  renameSync(fresh, file);
}
