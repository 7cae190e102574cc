import { load, requestText } from "./http-load.ts";
import { openBareDriver } from "./bare-driver.ts";
import { cpuSeconds, childrenOf, peakMegabytes } from "./processes.ts";
import { readFileSync } from "node:fs";
const demo = JSON.parse(readFileSync("/tmp/bfdata/demo.json","utf8"));
const port = 8081, servicePid = Number(readFileSync("/tmp/serve.pid","utf8")), postmaster = Number(readFileSync("/tmp/pgdev/d/postmaster.pid","utf8").split("\n")[0]);
const line = (n:number)=>({description:`Consulting work item ${n}`,quantity:3,unit_price:45000.5,tax_rate:7.5});
const body = JSON.stringify({customer_id: demo.customer_id, invoice_date:"2026-11-15", due_date:"2026-12-15", currency:"NGN", lines:[line(1),line(2),line(3)]});
const run = Math.random().toString(36).slice(2);
const seconds = Number(process.argv[3] ?? 4);
const text = requestText("POST","/invoices",demo,{headers:"Idempotency-Key: KEY\r\n", body});
const [a,b] = text.split("KEY");
const kinds: Record<string,(i:number)=>string> = { create: (i)=> a+run+i+b, get: (i)=>requestText("GET",`/invoices/${1+(i%2000)}`,demo), customers: () => requestText("GET","/customers",demo), list: () => requestText("GET","/invoices?limit=100",demo)};
const what = process.argv[2] ?? "create";
async function measured(name:string, fn:()=>Promise<number>) {
  const pg = childrenOf(postmaster); const s0=cpuSeconds([servicePid]), p0=cpuSeconds(pg), c0=process.cpuUsage();
  const n = await fn();
  const s=cpuSeconds([servicePid])-s0, p=cpuSeconds(pg)-p0, cu=process.cpuUsage(c0), c=(cu.user+cu.system)/1e6;
  console.log(name.padEnd(12), `${(n/seconds).toFixed(0)}/s; cpu us each: service ${(s/n*1e6).toFixed(0)} postgres ${(p/n*1e6).toFixed(0)} client ${(c/n*1e6).toFixed(0)} => two idle cores ${(2/((s+p+c)/n)).toFixed(0)}/s`);
}
for (let r=0;r<2;r++) await measured(what, async () => (await load({port, clients:64, seconds, request: (i)=>kinds[what]!(i+r*1e6), expectStatus: what==="create"?201:200})).requests);
if (what==="create") { const d = await openBareDriver({connectionString:"postgres://postgres@127.0.0.1:5499/billfold",connections:16,companyId:1,customerId:1,eventBody:JSON.stringify({x:"y".repeat(300), z: Array.from({length:60},(_, i)=>({["f"+i]:i*977}))})+"abcdefgh".repeat(90)});
 await d.create(1,64);
 await measured("bare", async () => (await d.create(seconds,64))*seconds); await d.close(); }
console.log("peak MB", peakMegabytes(servicePid).toFixed(0));
