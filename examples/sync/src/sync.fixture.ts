import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type ClientOptions, createClient } from "billfold-sdk";
import { profile } from "../../../service/src/domains/fiscal/registration/registration.fixture.ts";
import type { TestCompany, TestService } from "../../../service/test/harness.ts";
import { parseCsv } from "./csv.ts";
import { readExport } from "./export.ts";
import { openLedger } from "./ledger.ts";
import { createReport } from "./report.ts";
import { sync } from "./sync.ts";

/** A company that registers its invoices, and the partner's folders. */
export type Partner = {
  company: TestCompany;
  exportFolder: string;
  resultFolder: string;
  /** Replaces the text of one of the exported files. */
  exports(name: string, text: string): void;
  /** One run of the script, in this process. */
  run(options?: Partial<ClientOptions>): Promise<{ table: string; refusals: readonly string[] }>;
  /** The rows that the partner's system finds, by order. */
  written(): Record<string, Record<string, string>>;
  remove(): void;
};

const sample = path.join(import.meta.dirname, "../data");
export const files = ["customers.csv", "products.csv", "orders.csv"] as const;

export async function newPartner(service: TestService, texts: Record<string, string> = {}): Promise<Partner> {
  const company = await service.company({ profile });
  await company.call("POST /einvoicing/integration", { body: { adapter: "sandbox" } });
  const exportFolder = mkdtempSync(path.join(os.tmpdir(), "billfold-sync-"));
  const resultFolder = path.join(exportFolder, "result");
  const exports: Partner["exports"] = (name, text) => writeFileSync(path.join(exportFolder, name), text);
  for (const name of files) exports(name, texts[name] ?? readFileSync(path.join(sample, name), "utf8"));
  return {
    ...{ company, exportFolder, resultFolder, exports },
    run: async (options = {}) => {
      const { appId, secret, serviceUrl } = company;
      const client = createClient({ baseUrl: `${serviceUrl}/api/v1`, appId, secret, ...options });
      const report = createReport();
      await sync(client, readExport(exportFolder), openLedger(resultFolder), report);
      return { table: report.table(), refusals: report.refusals() };
    },
    written: () => {
      const rows = parseCsv(readFileSync(path.join(resultFolder, "invoices.csv"), "utf8"));
      return Object.fromEntries(rows.map(({ cells }) => [cells.order!, cells]));
    },
    remove: () => rmSync(exportFolder, { recursive: true, force: true }),
  };
}

/** A connection that fails at the given request: before it is sent, or after the service has carried it out. */
export function dyingFetch(at: number, when: "before" | "after"): typeof fetch {
  let asked = 0;
  return async (input, init) => {
    asked += 1;
    if (asked > at || (asked === at && when === "before")) throw new Error("The line is dead.");
    const answer = await fetch(input, init);
    if (asked === at) throw new Error("The line is dead.");
    return answer;
  };
}
