import { unpooled } from "../../values/unpooled.ts";
import type { Json } from "../sql.ts";

/**
 * The JSON of records as bytes, each with the version of the rows that it was made from. Readers first ask the database
 * for the versions, which costs a small part of what rendering costs, so text that is found here is never stale.
 */
export type RenderedTexts = {
  /** The texts of one kind of record, by their ids. */
  of(kind: string): RenderedRecords;
  /** For when versions may repeat: a database that takes over from another may count them from an earlier number. */
  clear(): void;
};

export type RenderedRecords = {
  find(id: number, version: string): Buffer | undefined;
  /** Its bytes, which are found from now on. */
  keep(id: number, version: string, json: Json): Buffer;
};

type Rendered = { version: string; text: Buffer };

const bytesMaxDefault = 16 * 1024 * 1024;
// What the program needs to keep one text, apart from the text.
const overheadBytes = 200;

/**
 * There are two generations. What is found in the older one moves to the younger; when that has half of the bytes, it
 * becomes the older one, and what nobody asked for in the meantime is dropped.
 */
export function createRenderedTexts(bytesMax = bytesMaxDefault): RenderedTexts {
  const kinds = new Map<string, RenderedRecords>();
  let young = new Map<string, Map<number, Rendered>>();
  let old = new Map<string, Map<number, Rendered>>();
  let youngBytes = 0;

  const add = (kind: string, id: number, rendered: Rendered) => {
    const bytes = rendered.text.length + overheadBytes;
    if (youngBytes + bytes > bytesMax / 2) {
      old = young;
      young = new Map();
      youngBytes = 0;
    }
    let records = young.get(kind);
    if (!records) {
      records = new Map();
      young.set(kind, records);
    }
    const replaced = records.get(id);
    if (replaced) youngBytes -= replaced.text.length + overheadBytes;
    records.set(id, rendered);
    youngBytes += bytes;
  };
  const recordsOf = (kind: string): RenderedRecords => ({
    find: (id, version) => {
      const found = young.get(kind)?.get(id);
      if (found) return found.version === version ? found.text : undefined;
      const older = old.get(kind)?.get(id);
      if (older?.version !== version) return undefined;
      add(kind, id, older);
      return older.text;
    },
    keep: (id, version, json) => {
      const text = unpooled(json);
      if (text.length <= bytesMax / 4) add(kind, id, { version, text });
      return text;
    },
  });
  return {
    of: (kind) => {
      let records = kinds.get(kind);
      if (!records) {
        records = recordsOf(kind);
        kinds.set(kind, records);
      }
      return records;
    },
    clear: () => {
      young.clear();
      old.clear();
      youngBytes = 0;
    },
  };
}
