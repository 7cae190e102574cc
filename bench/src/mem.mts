import { readFileSync } from "node:fs";
import { load, requestText } from "./http-load.ts";
import { freshDataDir, removeDataDir, startService } from "./service-process.ts";

const s = await startService(freshDataDir());
const rss = () => {
  const t = readFileSync(`/proc/${s.pid}/status`, "utf8");
  return /VmRSS:\s+(\d+)/.exec(t)![1] + " hwm " + /VmHWM:\s+(\d+)/.exec(t)![1];
};
console.log("idle", rss());
const line = (n: number) => ({
  description: `Consulting work item ${n}`,
  quantity: 3,
  unit_price: 45000.5,
  tax_rate: 7.5,
});
const body = JSON.stringify({
  customer_id: s.demo.customer_id,
  currency: "NGN",
  lines: [line(1), line(2), line(3)],
});
let k = 0;
const [a, b] = requestText("POST", "/invoices", s.demo, { headers: "Idempotency-Key: KEY\r\n", body }).split(
  "KEY",
);
let r = await load({
  port: s.port,
  clients: 64,
  seconds: 8,
  request: () => a + `x${k++}` + b,
  expectStatus: 201,
});
console.log("create", r.perSecond.toFixed(0), rss());
r = await load({
  port: s.port,
  clients: 64,
  seconds: 5,
  request: () => requestText("GET", "/invoices/5", s.demo),
  expectStatus: 200,
});
console.log("get", r.perSecond.toFixed(0), rss());
r = await load({
  port: s.port,
  clients: 64,
  seconds: 5,
  request: () => requestText("GET", "/invoices?limit=100", s.demo),
  expectStatus: 200,
});
console.log("list", r.perSecond.toFixed(0), rss());
await s.stop();
removeDataDir(s.dataDir);
