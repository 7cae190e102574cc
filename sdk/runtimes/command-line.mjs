// For the runtimes that have a command line: prints what worked, as JSON.
import { smoke } from "./smoke.mjs";

console.log(JSON.stringify(await smoke(process.argv[2])));
