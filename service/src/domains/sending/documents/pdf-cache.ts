import { hash } from "node:crypto";

/**
 * Drawn documents, kept in memory by the company and by everything that the drawing depends on: a document that has
 * changed is another entry, so nothing here ever has to be invalidated. What was used longest ago goes first.
 */
export type KeptPdfs = (companyId: number, source: string, draw: () => Promise<Buffer>) => Promise<Buffer>;

const bytesMax = 16 * 1024 * 1024;
// One company that asks for many large documents must not drive out those of all others.
const companyBytesMax = 8 * 1024 * 1024;

type Kept = { companyId: number; pdf: Buffer };

export function createKeptPdfs(limits = { bytesMax, companyBytesMax }): KeptPdfs {
  // In the order of their last use.
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Buffer>>();

  const keep = (key: string, companyId: number, pdf: Buffer) => {
    if (pdf.length > limits.companyBytesMax) return;
    kept.set(key, { companyId, pdf });
    makeRoom(limits.companyBytesMax, (entry) => entry.companyId === companyId);
    makeRoom(limits.bytesMax, () => true);
  };
  const makeRoom = (max: number, counts: (entry: Kept) => boolean) => {
    let bytes = 0;
    for (const [key, entry] of [...kept].reverse()) {
      if (!counts(entry)) continue;
      bytes += entry.pdf.length;
      if (bytes > max) kept.delete(key);
    }
  };
  return async (companyId, source, draw) => {
    const key = `${companyId} ${hash("sha256", source, "base64url")}`;
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known.pdf;
    }
    // Who asks for the same document meanwhile waits for the one drawing.
    let drawing = underWay.get(key);
    if (!drawing) {
      drawing = draw()
        .then((pdf) => {
          keep(key, companyId, pdf);
          return pdf;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, drawing);
    }
    return drawing;
  };
}
