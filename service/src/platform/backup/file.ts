import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { DamagedBackup, type End, readArchive, type Start, type Written, writeArchive } from "./archive.ts";

export type BackupFile = { file: string; bytes: number; sha256: string };

/** A frame that zstd skips. A file that does not end with it was cut off. */
const trailer = Buffer.from("\x50\x2a\x4d\x18\x08\x00\x00\x00BILLFOLD", "latin1");

/** Writes a backup under a provisional name, and renames it when it is complete and on the disk. */
export async function writeBackup(file: string, records: AsyncIterable<Written>): Promise<BackupFile> {
  const partial = `${file}.partial`;
  const sum = createHash("sha256");
  let bytes = 0;
  try {
    await pipeline(
      Readable.from(writeArchive(records)),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sum.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
        sum.update(trailer);
        bytes += trailer.length;
        yield trailer;
      },
      createWriteStream(partial, { mode: 0o600, flags: "wx", flush: true }),
    );
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    return { file, bytes, sha256: sum.digest("hex") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      throw new Error(
        `${partial} exists: another backup is being written there, or one was interrupted. If none is running, delete it.`,
      );
    }
    await rm(partial, { force: true });
    throw error;
  }
}

/** Windows cannot sync folders, and its file systems journal renames. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Reads the whole file and checks that it is complete and unchanged, before anything is done with it. */
export async function verifyBackup(file: string): Promise<{ start: Start; end: End }> {
  let start: Start | undefined;
  const end = await readBackup(file, (bytes) =>
    readArchive(bytes, {
      start: async (read) => {
        start = read;
      },
      table: async (_table, chunks) => {
        for await (const _chunk of chunks);
      },
      sequences: async () => undefined,
    }),
  );
  return { start: start!, end };
}

/** Passes on the decompressed contents of the file. */
export async function readBackup<T>(
  file: string,
  read: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const { size } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error(`There is no file ${file}`) : error;
  });
  await requireTrailer(file, size);
  try {
    return await read(decompressed(file, size - trailer.length));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (/^(Z_|ZSTD_|ERR_ZSTD)/.test(code ?? "")) {
      throw refusal(file, `it can't be decompressed (${message})`);
    }
    if (error instanceof DamagedBackup) throw refusal(file, message);
    throw error;
  }
}

async function requireTrailer(file: string, size: number): Promise<void> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(trailer.length),
      position: Math.max(0, size - trailer.length),
    });
    if (!buffer.subarray(0, bytesRead).equals(trailer)) {
      throw refusal(file, "it is not a complete backup of Billfold");
    }
  } finally {
    await handle.close();
  }
}

async function* decompressed(file: string, size: number): AsyncGenerator<Buffer, void> {
  const bytes = createZstdDecompress();
  // The reader of the bytes gets the error as well.
  pipeline(createReadStream(file, { end: size - 1 }), bytes).catch(() => undefined);
  try {
    yield* bytes;
  } finally {
    bytes.destroy();
  }
}

const refusal = (file: string, why: string) =>
  new DamagedBackup(`${file} can't be restored: ${why}. Nothing was changed. Use another backup.`);
