// For the edge runtime, which takes a script: leaves a promise of what worked where its host finds it.
import { smoke } from "./smoke.mjs";

globalThis.passed = smoke(globalThis.API);
