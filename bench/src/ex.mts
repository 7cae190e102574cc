import { openDatabase } from "/work/main/service/src/foundation/database.ts";
import * as d from "/work/main/service/src/modules/invoices/drafts.ts";
const db = openDatabase({connectionString:"postgres://postgres@127.0.0.1:5499/billfold",connectionsMax:1,onError(){}});
const now = new Date();
const line = {description:"Consulting work",quantity:"3",unit_price:"45000.5",tax_rate:"7.5",tax_category:"S",exemption_reason:null,product_id:null,unit_code:"C62",hs_code:null,service_code:null,net_amount:"135001.50",tax_amount:"10125.11",total_amount:"145126.61"};
const n = Number(process.argv[2]??32);
const mk = (r:number)=>Array.from({length:n},(_,i)=>({company_id:1,customer_id:1,invoice_date:"2026-11-15",due_date:"2026-12-15",currency:"NGN",subtotal:"405004.50",tax_total:"30375.33",total:"435379.83",taxes:[{category:"S",rate:7.5,taxable_amount:405004.5,tax_amount:30375.33}],external_id:null,notes:null,metadata:{},sale_id:null,source:"api",portal_secret:"abc",now,today:"2026-11-15",lines:[line,line,line],event_tail:',"x":1,"data":{"object":',key:`k${now.getTime()}-${r}-${i}`,request_hash:"00".repeat(32),kept_since:new Date(0),answer_tail:"}",lock:`1:k${r}-${i}`} as any));
if (process.argv[3]==="explain") {
  const text = (d as any).insert.text;
  const rows = await db.query("explain (analyze, buffers off, timing on) " + text, [JSON.stringify(mk(0).map((x:any,ord:number)=>({...x,ord})))]);
  for (const r of rows) console.log((r as any)["QUERY PLAN"]);
} else {
  for (let r=0;r<20;r++) await d.insertDrafts(db, mk(r));
  const t=performance.now(); const c0=process.cpuUsage();
  const R=60;
  for (let r=100;r<100+R;r++) await d.insertDrafts(db, mk(r));
  const ms=performance.now()-t;
  console.log(`batch of ${n}: ${(ms/R).toFixed(2)} ms, per invoice ${(ms/R/n*1000).toFixed(0)} us`);
}
await db.close();
