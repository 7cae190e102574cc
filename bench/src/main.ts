import { parseArgs } from "node:util";
import { measureProcesses } from "./api-processes.ts";
import { measureBooks } from "./books.ts";
import { measureBulk } from "./bulk.ts";
import { measureChain } from "./chain.ts";
import { measureCheckout } from "./checkout.ts";
import { measureDeliveries } from "./deliveries.ts";
import { measureEmission } from "./emission.ts";
import { measureLinks } from "./links.ts";
import { measureMemory } from "./memory.ts";
import { measureNeighbours } from "./neighbours.ts";
import { measurePdf } from "./pdf.ts";
import { measurePortal } from "./portal.ts";
import { measureRecurring } from "./recurring.ts";
import { measureRegistrations } from "./registrations.ts";
import { type Finding, printTable, writeReport } from "./report.ts";
import { measureReports } from "./reports.ts";
import { freshDataDir, removeDataDir, startService } from "./service-process.ts";
import { measureGrowth } from "./size.ts";
import { measureStartup } from "./startup.ts";
import { measureThroughput } from "./throughput.ts";
import { measureUpgrade } from "./upgrade.ts";
import { measureWal } from "./wal.ts";

/**
 * `npm run bench`, `npm run bench -- --only throughput`, `npm run bench -- --small` for a quick run, `npm run bench
 * -- --only neighbours --case exports` for one of the neighbours, `npm run bench -- --only memory --minutes 60` for an
 * hour of mixed load, `npm run bench -- --only size --sizes 2000,200000 --calls 20` for two sizes in a few minutes, `npm run
 * bench -- --only reports --invoices 100000` for reports at that size, `npm run bench -- --only books
 * --events 100000` for the check of that many events, `npm run bench -- --only upgrade --from ../older` for an upgrade
 * from the version in another checkout.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    small: { type: "boolean", default: false },
    case: { type: "string" },
    minutes: { type: "string" },
    sizes: { type: "string" },
    calls: { type: "string" },
    invoices: { type: "string" },
    events: { type: "string" },
    from: { type: "string" },
  },
});
const seconds = values.small ? 2 : 5;
const rounds = values.small ? 2 : 5;
const large = values.small ? 100_000 : 1_000_000;

const parts: Record<string, () => Promise<Finding[]>> = {
  startup: () => measureStartup(values.small ? 1 : 3),
  throughput: async () => {
    const service = await startService(freshDataDir());
    const findings = await measureThroughput(service, seconds, rounds);
    await service.stop();
    removeDataDir(service.dataDir);
    return findings;
  },
  processes: () => measureProcesses(seconds, rounds),
  emission: () => measureEmission(seconds, rounds),
  chain: () => measureChain(rounds),
  deliveries: () => measureDeliveries(values.small ? 5 : 15),
  books: () => measureBooks(Number(values.events ?? large)),
  bulk: () => measureBulk(values.small ? 10_000 : 100_000),
  links: () => measureLinks(seconds, rounds),
  pdf: () => measurePdf(values.small ? 100 : 400),
  portal: () => measurePortal(seconds, rounds),
  checkout: () => measureCheckout(seconds, rounds, values.small ? 20 : 100),
  registrations: () => measureRegistrations(values.small ? 200 : 1000, seconds, rounds),
  recurring: () => measureRecurring(100_000, values.small ? 500 : 3000, seconds),
  neighbours: () => measureNeighbours(values.small ? 4 : 10, values.small ? 30_000 : 200_000, values.case),
  upgrade: () => measureUpgrade(Number(values.invoices ?? (values.small ? 100_000 : 2_000_000)), values.from),
  memory: () => measureMemory(Number(values.minutes ?? (values.small ? 2 : 10))),
  wal: () => measureWal(seconds),
  reports: () => measureReports(Number(values.invoices ?? large), Number(values.calls ?? 3)),
  size: () => {
    const [from, to] = (values.sizes ?? `2000,${large}`).split(",").map(Number);
    return measureGrowth(from!, to!, Number(values.calls ?? (values.small ? 40 : 100)));
  },
};

const chosen = Object.entries(parts).filter(([name]) => values.only === undefined || values.only === name);
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(parts).join(", ")}`);
const findings: Finding[] = [];
for (const [name, measure] of chosen) {
  console.log(`Measuring ${name} …`);
  findings.push(...(await measure()));
}
console.log("");
printTable(findings);
console.log(`\nWritten to ${writeReport(findings)}`);
