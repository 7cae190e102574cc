import { startService, freshDataDir, removeDataDir } from "./service-process.ts";
import { load, requestText } from "./http-load.ts";
import { cpuSeconds, childrenOf } from "./processes.ts";
import { readFileSync } from "node:fs";
const s = await startService(freshDataDir());
const line=(n:number)=>({description:`Consulting work item ${n}`,quantity:3,unit_price:45000.5,tax_rate:7.5});
const body=JSON.stringify({customer_id:s.demo.customer_id,invoice_date:"2026-11-15",due_date:"2026-12-15",currency:"NGN",lines:[line(1),line(2),line(3)]});
let k=0; const [a,b]=requestText("POST","/invoices",s.demo,{headers:"Idempotency-Key: KEY\r\n",body}).split("KEY");
const post=Number(readFileSync(s.dataDir+"/postgres/postmaster.pid","utf8").split("\n")[0]);
const stat=()=>{const f=readFileSync("/proc/stat","utf8").split("\n")[0]!.split(/\s+/).slice(1).map(Number);return {idle:f[3]!+f[4]!,total:f.reduce((x,y)=>x+y,0)}};
for (let i=0;i<3;i++) {
 const pg=childrenOf(post); const p0=cpuSeconds(pg), s0=cpuSeconds([s.pid]), c0=process.cpuUsage(), t0=stat();
 const r=await load({port:s.port,clients:64,seconds:4,request:()=>a+`x${k++}`+b,expectStatus:201});
 const t=stat(), cu=process.cpuUsage(c0);
 const n=r.requests; const us=(x:number)=>(x/n*1e6).toFixed(0);
 console.log(r.perSecond.toFixed(0)+"/s", "p50",r.millisP50.toFixed(1),"p99",r.millisP99.toFixed(1), "cpu us: service",us(cpuSeconds([s.pid])-s0),"pg",us(cpuSeconds(pg)-p0),"client",us((cu.user+cu.system)/1e6), "machine idle %",((t.idle-t0.idle)/(t.total-t0.total)*100).toFixed(0));
}
const m = await (await fetch("http://127.0.0.1:9555/metrics")).text(); console.log(m.split("\n").filter((l)=>/batch_size_(sum|count)|eventloop_lag_p99/.test(l)).join("\n"));
await s.stop(); removeDataDir(s.dataDir);
