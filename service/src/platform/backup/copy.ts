import type pg from "pg";

/**
 * COPY in both directions, a chunk at a time. The driver offers only the messages; a whole table never has to fit into
 * memory.
 */

type Connection = {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain?: boolean };
  query(sql: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

const chunkBytes = 128 * 1024;
const queuedBytesMax = 2 * 1024 * 1024;

export type CopiedRows = { rows: number };

/** The rows as PostgreSQL's text format, in chunks of whole rows. Returns how many there were. */
export async function* copyOut(client: pg.Client, sql: string): AsyncGenerator<Buffer, CopiedRows> {
  const queue = createChunkQueue();
  let rows = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const flush = (stream?: Connection["stream"]) => {
    if (pendingBytes === 0) return;
    queue.push(Buffer.concat(pending, pendingBytes), stream);
    pending = [];
    pendingBytes = 0;
  };
  submit(client, sql, {
    handleCopyData: ({ chunk }, { stream }) => {
      // The driver reuses the memory of its messages.
      pending.push(Buffer.from(chunk));
      pendingBytes += chunk.length;
      rows += 1;
      if (pendingBytes >= chunkBytes) flush(stream);
    },
    done: (error) => {
      flush();
      queue.end(error);
    },
  });
  yield* queue.chunks();
  return { rows };
}

/** Chunks that have arrived and are not taken yet. Where these are too many, the stream that they come from is paused. */
function createChunkQueue() {
  const queue: Buffer[] = [];
  let queued = 0;
  let paused: Connection["stream"] | undefined;
  let over: { error?: Error } | undefined;
  let wake = () => {};
  return {
    push(chunk: Buffer, stream?: Connection["stream"]): void {
      queue.push(chunk);
      queued += chunk.length;
      if (stream && queued > queuedBytesMax && !paused) {
        stream.pause();
        paused = stream;
      }
      wake();
    },
    end(error?: Error): void {
      over ??= error ? { error } : {};
      wake();
    },
    async *chunks(): AsyncGenerator<Buffer, void> {
      for (;;) {
        const chunk = queue.shift();
        if (chunk) {
          queued -= chunk.length;
          if (paused && queued < queuedBytesMax / 2) {
            paused.resume();
            paused = undefined;
          }
          yield chunk;
          continue;
        }
        if (over) break;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (over.error) throw over.error;
    },
  };
}

/** Loads rows in PostgreSQL's text format. An error of the chunks' source ends the COPY and is thrown. */
export async function copyIn(
  client: pg.Client,
  sql: string,
  chunks: AsyncIterable<Buffer>,
): Promise<CopiedRows> {
  const finished = Promise.withResolvers<number>();
  const ready = Promise.withResolvers<Connection>();
  submit(client, sql, {
    handleCopyInResponse: ready.resolve,
    done: (error, rows) => {
      if (error) finished.reject(error);
      else finished.resolve(rows);
    },
  });
  finished.promise.catch(ready.reject);
  const connection = await ready.promise;
  try {
    for await (const chunk of chunks) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await drained(connection.stream, finished.promise);
    }
    connection.endCopyFrom();
  } catch (error) {
    connection.sendCopyFail("the source of the rows failed");
    await finished.promise.catch(() => undefined);
    throw error;
  }
  return { rows: await finished.promise };
}

/** A server that has refused a row reads no further. */
function drained(stream: Connection["stream"], finished: Promise<unknown>): Promise<unknown> {
  const drain = new Promise<void>((resolve) => stream.once("drain", resolve));
  return Promise.race([drain, finished]);
}

type Handlers = {
  handleCopyData?: (message: { chunk: Buffer }, connection: Connection) => void;
  handleCopyInResponse?: (connection: Connection) => void;
  done: (error: Error | undefined, rows: number) => void;
};

/** Gives the driver a query that handles the messages itself. */
function submit(client: pg.Client, sql: string, { done, ...handlers }: Handlers): void {
  let rows = 0;
  const nothing = () => undefined;
  client.query({
    submit: (connection: Connection) => connection.query(sql),
    handleCopyData: nothing,
    handleCopyInResponse: nothing,
    ...handlers,
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handlePortalSuspended: nothing,
    handleEmptyQuery: nothing,
    handleCommandComplete: ({ text }: { text: string }) => {
      rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
    },
    // The driver forgets a query that failed, and tells it nothing more.
    handleError: (error: Error) => done(error, rows),
    handleReadyForQuery: () => done(undefined, rows),
  } as never);
}
