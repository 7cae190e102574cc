import { cpuMs } from "./processes.ts";
import { type Finding, median } from "./report.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";

const firstMaxMs = 1000;
const laterMaxMs = 30;
/** The threads that draw have compiled their code by then. */
const warmUp = 100;

/**
 * PDFs of issued invoices with three lines: how long the first one takes after the start, and how much processor time a
 * later one takes in the service. Each is another invoice's, because a file is kept until its document changes.
 */
export async function measurePdf(count: number): Promise<Finding[]> {
  const firsts: number[] = [];
  for (let start = 0; start < 3; start++) {
    const service = await startService(freshDataDir());
    const { ms } = await pdfOf(service, await issuedInvoice(service));
    firsts.push(ms);
    await service.stop();
    removeDataDir(service.dataDir);
  }
  const service = await startService(freshDataDir());
  const ids: number[] = [];
  for (let made = 0; made < warmUp + count; made++) ids.push(await issuedInvoice(service));
  for (const id of ids.slice(0, warmUp)) await pdfOf(service, id);
  const before = cpuMs(service.pid).own;
  const times: number[] = [];
  for (const id of ids.slice(warmUp)) times.push((await pdfOf(service, id)).ms);
  const cpu = (cpuMs(service.pid).own - before) / count;
  await service.stop();
  removeDataDir(service.dataDir);
  const first = median(firsts);
  return [
    {
      name: "first PDF after the start",
      measured: first,
      unit: "ms",
      target: `≤ ${firstMaxMs}`,
      holds: first <= firstMaxMs,
    },
    {
      name: `later PDFs, ${count} invoices of three lines`,
      measured: cpu,
      unit: "ms",
      target: `≤ ${laterMaxMs}`,
      holds: cpu <= laterMaxMs,
      note: `processor time; a response takes ${median(times).toFixed(0)} ms`,
    },
  ];
}

const call = ({ port, demo }: RunningService, path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${demo.app_id}:${demo.secret}`, "content-type": "application/json" },
  });

async function issuedInvoice(service: RunningService): Promise<number> {
  const lines = ["Solar panel 450 W", "Inverter 3 kVA", "Installation"].map((description, place) => ({
    description,
    quantity: place + 1,
    unit_price: 1250.5,
    tax_rate: 7.5,
  }));
  const body = JSON.stringify({ customer_id: service.demo.customer_id, lines });
  const made = await call(service, "/invoices", { method: "POST", body });
  const { invoice } = (await made.json()) as { invoice: { id: number } };
  const issued = await call(service, `/invoices/${invoice.id}/issue`, { method: "POST", body: "{}" });
  if (!issued.ok) throw new Error(`POST /invoices/${invoice.id}/issue: ${issued.status}`);
  return invoice.id;
}

async function pdfOf(service: RunningService, id: number): Promise<{ ms: number }> {
  const startedAt = performance.now();
  const response = await call(service, `/invoices/${id}.pdf`);
  const bytes = (await response.arrayBuffer()).byteLength;
  if (!response.ok || bytes < 1000) throw new Error(`GET /invoices/${id}.pdf: ${response.status}`);
  return { ms: performance.now() - startedAt };
}
