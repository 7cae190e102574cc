import type pg from "pg";
import { takeBuffer } from "../../values/buffer-pool.ts";

// The driver can ask for binary results, but reads each value as text, which would destroy it.
type Driver = {
  connection: {
    attachListeners(stream: Source): void;
    emit(name: "dataRow", message: DataRow): boolean;
  };
};
type Source = { on(event: string, listener: (bytes: Buffer) => void): unknown };
type DataRow = { name: "dataRow"; length: number; fields: (Buffer | null)[] };

/**
 * Lets a client have the results of binary statements as bytes. JSON that is passed on as it is then never becomes a
 * string: each one of more than 128 KiB would belong to the old generation, and a few pages of them a second would have
 * V8 collect all of that several times a second, while every request waits.
 */
export function readBinaryRows(client: pg.Client): void {
  const { connection } = client as unknown as Driver;
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    let pass: (bytes: Buffer) => void;
    attach({
      on: (event: string, listener: (bytes: Buffer) => void) => {
        if (event === "data") pass = listener;
        else stream.on(event, listener);
      },
    });
    stream.on(
      "data",
      takeBinaryRows(
        (bytes) => pass(bytes),
        (row) => void connection.emit("dataRow", row),
      ),
    );
  };
}

// Each message is a code, its length without the code, and its content.
const headerBytes = 5;
const rowDescription = 0x54;
const dataRow = 0x44;

/** Takes the binary rows out of what the server sends, and passes on everything else. */
export function takeBinaryRows(
  pass: (bytes: Buffer) => void,
  onRow: (row: DataRow) => void,
): (chunk: Buffer) => void {
  let isBinary = false;
  /** What a chunk ended with, if that is too short to tell what it belongs to. */
  let header: Buffer | undefined;
  /** A message that is needed whole, of which only a part has arrived. */
  let whole: { bytes: Buffer; filled: number } | undefined;
  /** How much is still to come of a message that is passed on as it arrives. */
  let left = 0;

  // The driver has the rows of each execution described, and asks for all columns in one format.
  const noteFormat = (message: Buffer) => {
    isBinary = message.readInt16BE(message.length - 2) === 1;
  };

  return (chunk) => {
    const bytes = header ? Buffer.concat([header, chunk]) : chunk;
    header = undefined;
    /** What lies between is for the driver. */
    let [from, at] = [0, 0];
    if (whole) {
      from = bytes.copy(whole.bytes, whole.filled);
      at = from;
      whole.filled += from;
      if (whole.filled < whole.bytes.length) return;
      const message = whole.bytes;
      whole = undefined;
      if (message[0] === dataRow) onRow(readRow(message));
      else {
        noteFormat(message);
        pass(message);
      }
    } else {
      at = Math.min(left, bytes.length);
      left -= at;
    }
    while (at < bytes.length) {
      if (bytes.length - at < headerBytes) {
        header = Buffer.from(bytes.subarray(at));
        break;
      }
      const code = bytes[at];
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      const isRow = code === dataRow && isBinary;
      if (isRow || (code === rowDescription && end > bytes.length)) {
        if (at > from) pass(bytes.subarray(from, at));
        if (end > bytes.length) {
          whole = { bytes: takeBuffer(end - at), filled: bytes.length - at };
          bytes.copy(whole.bytes, 0, at);
          return;
        }
        onRow(readRow(bytes.subarray(at, end)));
        from = end;
      } else if (code === rowDescription) noteFormat(bytes.subarray(at, end));
      left = Math.max(0, end - bytes.length);
      at = Math.min(end, bytes.length);
    }
    if (at > from) pass(bytes.subarray(from, at));
  };
}

/** The values share the memory of the message. */
function readRow(message: Buffer): DataRow {
  const fields: (Buffer | null)[] = [];
  let at = headerBytes + 2;
  for (let count = message.readInt16BE(headerBytes); count > 0; count--) {
    const size = message.readInt32BE(at);
    at += 4;
    fields.push(size < 0 ? null : message.subarray(at, at + size));
    at += Math.max(size, 0);
  }
  return { name: "dataRow", length: message.length, fields };
}
