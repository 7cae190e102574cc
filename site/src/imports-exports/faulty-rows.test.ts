import { expect, test } from "vitest";
import { faultyName, faultyRows } from "./faulty-rows.ts";

const errors = [
  { row: 3, field: "email", message: "must be an email address" },
  { row: 3, field: "name", message: 'is not "Acme"' },
];

test("the rows with errors are a file of their own, with what is wrong in the last column", () => {
  const csv = 'name,email\r\nAcme,a@b.example\r\n"Bola, Ltd",nonsense\r\n';
  expect(faultyRows(csv, errors, "Problem")).toBe(
    '\uFEFFname,email,"Problem"\r\n"Bola, Ltd",nonsense,"email: must be an email address; name: is not ""Acme"""\r\n',
  );
});

test("a file with semicolons keeps them", () => {
  expect(faultyRows("name;email\nAcme;x\nBola;y\n", errors, "Problem")).toContain('Bola;y;"email');
});

test("its name says what it is", () => {
  expect(faultyName("customers.2026.csv")).toBe("customers.2026-errors.csv");
});
