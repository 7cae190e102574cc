import { readFileSync } from "node:fs";
import { openDatabase } from "/work/main/service/src/foundation/database.ts";
import * as d from "/work/main/service/src/modules/invoices/drafts.ts";
const db = openDatabase({connectionString:"postgres://postgres@127.0.0.1:5499/billfold",connectionsMax:1,onError(){}});
const pid = (await db.query<{pid:number}>("select pg_backend_pid() pid"))[0]!.pid;
const cpu = () => { const f = readFileSync(`/proc/${pid}/stat`,"utf8").split(") ")[1]!.split(" "); return (Number(f[11])+Number(f[12]))*10; };
const now = new Date();
const line = {description:"Consulting work",quantity:"3",unit_price:"45000.5",tax_rate:"7.5",tax_category:"S",exemption_reason:null,product_id:null,unit_code:"C62",hs_code:null,service_code:null,net_amount:"135001.50",tax_amount:"10125.11",total_amount:"145126.61"};
const n=32,R=100;
const mk = (r:string)=>JSON.stringify(Array.from({length:n},(_,i)=>({ord:i,company_id:1,customer_id:1,invoice_date:"2026-11-15",due_date:"2026-12-15",currency:"NGN",subtotal:"405004.50",tax_total:"30375.33",total:"435379.83",taxes:[{category:"S",rate:7.5,taxable_amount:405004.5,tax_amount:30375.33}],external_id:null,notes:null,metadata:{},sale_id:null,source:"api",portal_secret:"abc",now,today:"2026-11-15",lines:[line,line,line],event_tail:',"x":1,"data":{"object":',key:`k${now.getTime()}-${r}-${i}`,request_hash:"00".repeat(32),kept_since:new Date(0),answer_tail:"}",lock:`1:k${r}-${i}`} as any)));
const base = d.insert.text;
const cut = (text:string, from:string, to:string, by:string)=>{const a=text.indexOf(from), b=text.indexOf(to,a); if(a<0||b<0) throw new Error(from); return text.slice(0,a)+by+text.slice(b)};
const variants: Record<string,string> = { base,
 norender: cut(base, "rendered as materialized (", "), claimed as (", "rendered as materialized ( select r.id, repeat('x',1600) as json from drafts r "),
 justinput: base.slice(0, base.indexOf("), looked_up as materialized")) + ") select count(*) from input",
 lookup: base.slice(0, base.indexOf("), eligible as materialized")) + ") select count(*) from looked_up",
 tolines: base.slice(0, base.indexOf("), listed as materialized")) + ") select (select count(*) from draft_lines), (select count(*) from drafts)",
 torender: base.slice(0, base.indexOf("), claimed as (")) + ") select sum(length(json)) from rendered",
};
for (const [name,text] of Object.entries(variants)) {
  const st={name,text};
  for (let r=0;r<8;r++) await db.query(st,[mk(name+r)]);
  const c0=cpu();
  for (let r=100;r<100+R;r++) await db.query(st,[mk(name+r)]);
  console.log(name, ((cpu()-c0)*1000/R/n).toFixed(0), "us/invoice");
}
if (process.argv[2]) { await db.query(process.argv[2]); const st={name:"after",text:base};   for (let r=0;r<8;r++) await db.query(st,[mk("after"+r)]);
  const c0=cpu();
  for (let r=100;r<100+R;r++) await db.query(st,[mk("after"+r)]);
  console.log("after", ((cpu()-c0)*1000/R/n).toFixed(0), "us/invoice"); }
await db.close();
