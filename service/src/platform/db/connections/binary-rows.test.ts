import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { statement } from "../database.ts";
import { takeBinaryRows } from "./binary-rows.ts";
import { createConnections } from "./connections.ts";
import { openPipelined, type Pipelined } from "./pipelined-connection.ts";

const message = (code: string, content: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(code), length, content]);
};
const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
/** The last field of a description ends with its format. */
const description = (format: number) =>
  message("T", Buffer.concat([int16(1), Buffer.from("name\0"), int16(format)]));
const row = (values: (Buffer | null)[]) =>
  message(
    "D",
    Buffer.concat([
      int16(values.length),
      ...values.map((value) => (value ? Buffer.concat([int32(value.length), value]) : int32(-1))),
    ]),
  );

const values = fc.array(fc.option(fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))), {
  minLength: 1,
  maxLength: 3,
});
const results = fc.array(fc.record({ isBinary: fc.boolean(), rows: fc.array(values, { maxLength: 4 }) }), {
  maxLength: 4,
});

test("however the bytes arrive, binary rows are taken out whole, and everything else is passed on in its order", () => {
  fc.assert(
    fc.property(results, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (all, sizes) => {
      const stream: Buffer[] = [];
      const passedOn: Buffer[] = [];
      const taken: (Buffer | null)[][] = [];
      for (const { isBinary, rows } of all) {
        const described = description(isBinary ? 1 : 0);
        const sent = rows.map(row);
        const complete = message("C", Buffer.from("SELECT\0"));
        stream.push(described, ...sent, complete);
        passedOn.push(described, ...(isBinary ? [] : sent), complete);
        if (isBinary) taken.push(...rows);
      }
      const passed: Buffer[] = [];
      const found: (Buffer | null)[][] = [];
      const take = takeBinaryRows(
        (bytes) => passed.push(Buffer.from(bytes)),
        ({ fields }) => found.push(fields.map((field) => field && Buffer.from(field))),
      );
      const bytes = Buffer.concat(stream);
      for (let at = 0, index = 0; at < bytes.length; index++) {
        const end = at + sizes[index % sizes.length]!;
        take(Buffer.from(bytes.subarray(at, end)));
        at = end;
      }
      expect(Buffer.concat(passed)).toEqual(Buffer.concat(passedOn));
      expect(found).toEqual(taken);
    }),
  );
});

describe("on a connection for reads", () => {
  let connection: Pipelined;
  beforeAll(() => {
    connection = openPipelined({
      connectionString: inject("connectionString"),
      connections: createConnections(),
      name: "binary rows",
      statementTimeoutMs: 30_000,
    });
  });
  afterAll(() => connection.close());

  const bytes = statement(
    "test_binary_rows",
    "select row_to_json(r) as json, r.id, r.id::text as at from (select i as id, repeat('é', $1) as text from generate_series(1::int8, $2) i) r order by r.id",
    { isBinary: true },
  );
  const texts = statement("test_text_rows", "select $1::int8 as id, '{\"a\": 1}'::json as json, now() as at");

  test("large JSON of a binary statement arrives as bytes, beside others that arrive as they always do", async () => {
    const [large, small, again] = await Promise.all([
      connection.query<{ json: Buffer; id: number; at: string }>(bytes, [200_000, 5]),
      connection.query(texts, [7]),
      connection.query<{ json: Buffer; id: number; at: string }>(bytes, [1, 300]),
    ]);
    expect(large.map(({ id, at }) => [id, at])).toEqual([1, 2, 3, 4, 5].map((id) => [id, String(id)]));
    for (const { json, id } of large) {
      expect(json).toBeInstanceOf(Buffer);
      expect(JSON.parse(json.toString())).toEqual({ id, text: "é".repeat(200_000) });
    }
    expect(small).toEqual([{ id: 7, json: '{"a": 1}', at: expect.any(Date) }]);
    expect(again.map(({ json }) => JSON.parse(json.toString()))).toEqual(
      Array.from({ length: 300 }, (_, index) => ({ id: index + 1, text: "é" })),
    );
  });

  test("an error of a binary statement is thrown, and the connection goes on", async () => {
    const divided = statement(
      "test_binary_error",
      "select 1 / (i - 3) as json from generate_series(1, $1) i",
      {
        isBinary: true,
      },
    );
    await expect(connection.query(divided, [5])).rejects.toMatchObject({ code: "22012" });
    expect(await connection.query(texts, [8])).toMatchObject([{ id: 8 }]);
  });
});
