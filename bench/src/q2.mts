import { openBareDriver } from "./bare-driver.ts";
for (const connections of [8,16,64]) {
const b = await openBareDriver({connectionString:"postgres://postgres@127.0.0.1:5499/billfold",connections,companyId:1,customerId:1,eventBody:JSON.stringify({x:"y".repeat(300), z: Array.from({length:60},(_, i)=>({["f"+i]:i*977}))})+"abcdefgh".repeat(90)});
console.log("bare", connections, (await b.create(3,64)).toFixed(0));
await b.close(); }
