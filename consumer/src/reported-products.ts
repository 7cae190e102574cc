import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Fault, ProductFaults } from "./completeness.ts";

/** Which products earlier runs have reported, so that each is reported once and not by every run. */
export type ReportedProducts = {
  has(productId: number, faults: readonly Fault[]): boolean;
  /** Remembers those that are incomplete now: one that was completed is reported again if it becomes incomplete again. */
  keep(found: ProductFaults): void;
};

/**
 * Kept in one file per key. Without a folder that can be written, every run reports all products, and `onFailure` gets the
 * reason.
 */
export function openReportedProducts(
  folder: string,
  { baseUrl, appId }: { baseUrl: string; appId: string },
  onFailure: (message: string) => void,
): ReportedProducts {
  const name = createHash("sha256").update(`${baseUrl} ${appId}`).digest("hex").slice(0, 32);
  const file = path.join(folder, `${name}.json`);
  let reported = read(file);
  return {
    has: (productId, faults) => reported.get(productId) === textOf(faults),
    keep(found) {
      reported = new Map([...found].map(([id, { faults }]) => [id, textOf(faults)]));
      try {
        mkdirSync(folder, { recursive: true });
        // The rename prevents another run from reading a partial file.
        writeFileSync(`${file}.${process.pid}`, JSON.stringify([...reported]));
        renameSync(`${file}.${process.pid}`, file);
      } catch (error) {
        onFailure(
          `The next run reports the same products again, because this can't be remembered in ${folder}: ${(error as Error).message}. Set BILLFOLD_CONSUMER_STATE to a folder that can be written.`,
        );
      }
    },
  };
}

const textOf = (faults: readonly Fault[]) => JSON.stringify(faults);

/** A file that is missing or damaged counts as empty: at worst a product is reported twice. */
function read(file: string): Map<number, string> {
  try {
    return new Map(JSON.parse(readFileSync(file, "utf8")) as [number, string][]);
  } catch {
    return new Map();
  }
}
