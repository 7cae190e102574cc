import { parentPort } from "node:worker_threads";
import { checkChunk } from "./chunk.ts";

parentPort!.on("message", ({ seed, documents }: { seed: number; documents: number }) => {
  parentPort!.postMessage(checkChunk(seed, documents));
});
