import { renameSync, writeFileSync } from "node:fs";
import { openJournal } from "../journal.ts";
import type { Business } from "./businesses.ts";
import type { Document } from "./documents.ts";
import type { Submission } from "./submissions.ts";

/**
 * The authority's state. Every change is appended to a file, if there is one, before the response is sent; the last
 * line about an object wins. Secrets of businesses are stored as hashes only; the authority's own key is stored in
 * plain text, because it is used for tests only.
 */
export type Ledger = {
  privateKey: string | undefined;
  businesses: Map<string, Business>;
  byApiKey: Map<string, Business>;
  byClientId: Map<string, Business>;
  /** Keyed by IRN, which is unique. */
  documents: Map<string, Document>;
  /** Pending and decided submissions, by handle. */
  submissions: Map<string, Submission>;
  /** How often each business submitted each of its documents, whatever the outcome. */
  handedIn: Map<string, number>;
  keep(line: Line): void;
  /** Deletes documents and, on request, businesses; never the key. */
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
