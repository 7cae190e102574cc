import { createHash, type Hash } from "node:crypto";

/**
 * A backup is a sequence of records: a line of JSON each, and for rows also the bytes whose number the line gives. The
 * first record describes the database, the last one has the checksum of everything before it, so that a file that was
 * cut off or changed is recognised. The file as a whole is compressed with zstd.
 */
export type Start = {
  billfold_backup: 1;
  taken_at: string;
  billfold_version: string;
  postgresql_version: string;
  /** The number of the newest migration. */
  schema_version: number;
  /** The whole schema, to compare with what was restored. */
  schema: string;
  before_rows: string;
  after_rows: string;
  /** Of the encryption keys that the service had, so that a restore can tell which are missing. */
  key_fingerprints: readonly string[];
};

export type TableStart = { table: string; columns: readonly string[] };
export type TableEnd = { table_end: string; rows: number; sha256: string };
type Rows = { bytes: number };
export type SequencePosition = { table: string; column: string; last_value: string; is_called: boolean };
type Sequences = { sequences: readonly SequencePosition[] };
export type End = { end: true; tables: number; rows: number; sha256: string };

type Line = Start | TableStart | TableEnd | Rows | Sequences | End;

/** What is being written, by kind; rows are followed by their bytes. */
export type Written = Start | TableStart | TableEnd | Buffer | Sequences | Omit<End, "sha256">;

/** The file is not a whole backup; nothing of it may be used. */
export class DamagedBackup extends Error {}

const damaged = (why: string) => new DamagedBackup(why);

export async function* writeArchive(records: AsyncIterable<Written>): AsyncGenerator<Buffer> {
  const sum = createHash("sha256");
  const bytesOf = (record: Line) => Buffer.from(`${JSON.stringify(record)}\n`);
  for await (const record of records) {
    if ("end" in record) {
      yield bytesOf({ ...record, sha256: sum.digest("hex") });
      return;
    }
    const parts = Buffer.isBuffer(record) ? [bytesOf({ bytes: record.length }), record] : [bytesOf(record)];
    for (const part of parts) {
      sum.update(part);
      yield part;
    }
  }
}

/** How the restore takes an archive in: a table's rows arrive as chunks, which have to be read to their end. */
export type ArchiveReader = {
  start(start: Start): Promise<void>;
  table(table: TableStart, chunks: AsyncGenerator<Buffer, void>): Promise<void>;
  sequences(positions: readonly SequencePosition[]): Promise<void>;
};

const lineBytesMax = 64 * 1024 * 1024;

/** Reads an archive that was decompressed, and throws `DamagedBackup` unless it is whole. */
export async function readArchive(bytes: AsyncIterable<Buffer>, reader: ArchiveReader): Promise<End> {
  const input = createInput(bytes);
  let started = false;
  let tables = 0;
  let rows = 0;
  for (;;) {
    const sumSoFar = input.sum().copy();
    const line = await readLine(input);
    if (!started) {
      await reader.start(checkedStart(line));
      started = true;
    } else if ("table" in line && "columns" in line) {
      rows += await readTable(input, line, reader);
      tables += 1;
    } else if ("sequences" in line) {
      await reader.sequences(line.sequences);
    } else if ("end" in line) {
      if (line.sha256 !== sumSoFar.digest("hex")) throw damaged("its checksum does not match its contents");
      if (line.tables !== tables || line.rows !== rows) throw damaged("it has fewer rows than it says");
      if (await input.hasMore()) throw damaged("something follows its end");
      return line;
    } else {
      throw damaged("it has a record that does not belong there");
    }
  }
}

function checkedStart(line: Line): Start {
  if (!("billfold_backup" in line)) throw damaged("it is not a backup of Billfold");
  if (line.billfold_backup !== 1) throw damaged("a newer version of Billfold wrote it");
  return line;
}

async function readTable(input: Input, table: TableStart, reader: ArchiveReader): Promise<number> {
  const sum = createHash("sha256");
  let end: TableEnd | undefined;
  async function* chunks(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const line = await readLine(input);
      if ("bytes" in line) {
        for await (const part of input.take(line.bytes)) {
          sum.update(part);
          yield part;
        }
        continue;
      }
      if (!("table_end" in line) || line.table_end !== table.table) {
        throw damaged(`the rows of ${table.table} have no end`);
      }
      if (line.sha256 !== sum.digest("hex")) throw damaged(`the rows of ${table.table} were changed`);
      end = line;
      return;
    }
  }
  await reader.table(table, chunks());
  if (end === undefined) throw new Error(`the rows of ${table.table} were not read to their end`);
  return end.rows;
}

async function readLine(input: Input): Promise<Line> {
  const text = await input.line();
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw damaged("it has a record that can't be read");
  }
}

type Input = {
  /** The checksum of what has been read so far. */
  sum(): Hash;
  line(): Promise<string>;
  take(bytes: number): AsyncGenerator<Buffer, void>;
  hasMore(): Promise<boolean>;
};

function createInput(bytes: AsyncIterable<Buffer>): Input {
  const source = bytes[Symbol.asyncIterator]();
  const sum = createHash("sha256");
  let rest: Buffer = Buffer.alloc(0);
  const next = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  const more = async () => {
    if (!(await next())) throw damaged("its end is missing");
  };
  const used = (length: number): Buffer => {
    const part = rest.subarray(0, length);
    sum.update(part);
    rest = rest.subarray(length);
    return part;
  };
  return {
    sum: () => sum,
    line: async () => {
      for (let searched = 0; ; ) {
        const end = rest.indexOf(10, searched);
        if (end >= 0) return used(end + 1).toString("utf8");
        searched = rest.length;
        if (searched > lineBytesMax) throw damaged("it has a record that is too long");
        await more();
      }
    },
    take: async function* (length) {
      for (let left = length; left > 0; ) {
        if (rest.length === 0) await more();
        const part = used(Math.min(left, rest.length));
        left -= part.length;
        yield part;
      }
    },
    hasMore: async () => {
      while (rest.length === 0) if (!(await next())) return false;
      return true;
    },
  };
}
