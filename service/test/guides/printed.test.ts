import { expect, test } from "vitest";
import { reservePorts } from "./ports.ts";
import { looksLike, silentFailure } from "./printed.ts";

test.each([
  ["a\nb\n", "a\nb"],
  ["  a  \nb\n\n", "  a\nb\n"],
  ["id 42 (new)\n", "id … (new)"],
  ["first\nx\ny\nlast\n", "first\n…\nlast\n"],
  ["first\nlast\n", "first\n…\nlast\n"],
  ["[ 'a.b' ]\n", "[ 'a.b' ]\n"],
])("%j looks like %j", (output, shown) => {
  expect(looksLike(output, shown)).toBe(true);
});

test.each([
  ["a\n", "a\nb"],
  ["a\nb\n", "a"],
  ["[ 'axb' ]\n", "[ 'a.b' ]\n"],
  ["id 42\nmore\n", "id …"],
  ["", "a"],
])("%j does not look like %j", (output, shown) => {
  expect(looksLike(output, shown)).toBe(false);
});

test("a refusal and an undefined are failures that no shell reports", () => {
  expect(silentFailure('ok\n{"success":false,"error":"no"}\n')).toBe('{"success":false,"error":"no"}');
  expect(silentFailure("undefined\n")).toBe("undefined");
  expect(silentFailure('{"success":true}\nundefined behaviour\n')).toBeUndefined();
});

test("ports are replaced by free ones where a port is meant, and restored in the output", async () => {
  const text =
    'API=http://127.0.0.1:8080 PORT=3000 "unit_price": 3000 postgres://localhost:5432/x localhost:8081';
  const ports = await reservePorts([text]);
  expect(ports.put(text)).toBe(
    `API=http://127.0.0.1:${ports.of(8080)} PORT=${ports.of(3000)} "unit_price": 3000 postgres://localhost:5432/x localhost:${ports.of(8081)}`,
  );
  expect(ports.back(`at http://127.0.0.1:${ports.of(8080)}/`)).toBe("at http://127.0.0.1:8080/");
  expect(new Set([8080, 8090, 3000, 9464, 8081].map(ports.of)).size).toBe(5);
});
