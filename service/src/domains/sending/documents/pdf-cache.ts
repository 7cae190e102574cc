import { hash } from "node:crypto";

/**
 * Rendered documents in memory, keyed by company and by everything that the rendering depends on: a changed document is
 * another entry, so nothing needs to be invalidated. The least recently used entry is evicted first.
 */
export type PdfCache = (companyId: number, source: string, draw: () => Promise<Buffer>) => Promise<Buffer>;

const bytesMax = 16 * 1024 * 1024;
// One company with many large documents must not evict those of all others.
const companyBytesMax = 8 * 1024 * 1024;

type CachedPdf = { companyId: number; pdf: Buffer };

export function createPdfCache(limits = { bytesMax, companyBytesMax }): PdfCache {
  // In the order of their last use.
  const cached = new Map<string, CachedPdf>();
  const inProgress = new Map<string, Promise<Buffer>>();

  const store = (key: string, companyId: number, pdf: Buffer) => {
    if (pdf.length > limits.companyBytesMax) return;
    cached.set(key, { companyId, pdf });
    evict(limits.companyBytesMax, (entry) => entry.companyId === companyId);
    evict(limits.bytesMax, () => true);
  };
  const evict = (max: number, counts: (entry: CachedPdf) => boolean) => {
    let bytes = 0;
    for (const [key, entry] of [...cached].reverse()) {
      if (!counts(entry)) continue;
      bytes += entry.pdf.length;
      if (bytes > max) cached.delete(key);
    }
  };
  return async (companyId, source, draw) => {
    const key = `${companyId} ${hash("sha256", source, "base64url")}`;
    const known = cached.get(key);
    if (known) {
      cached.delete(key);
      cached.set(key, known);
      return known.pdf;
    }
    // Concurrent requests for the same document share one rendering.
    let drawing = inProgress.get(key);
    if (!drawing) {
      drawing = draw()
        .then((pdf) => {
          store(key, companyId, pdf);
          return pdf;
        })
        .finally(() => inProgress.delete(key));
      inProgress.set(key, drawing);
    }
    return drawing;
  };
}
