import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

// The arithmetic itself is proved in totals.long.test.ts; here, that it reaches the wire, in and out, unharmed.

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  customer_id = await company.customer();
});
afterAll(() => service.close());

type Line = Record<string, unknown>;
const post = (lines: Line[], currency?: string) => {
  const described = lines.map((line) => ({ description: "Work", ...line }));
  return company.call("POST /invoices", { body: { customer_id, currency, lines: described } });
};
const create = async (lines: Line[], currency?: string) => {
  const { status, body, text } = await post(lines, currency);
  if (status !== 201) throw new Error(text);
  return body.invoice;
};
const totalsOf = ({ subtotal, tax_total, total, amount_due }: Record<string, number>) => ({
  subtotal,
  tax_total,
  total,
  amount_due,
});
const amountsOf = (lines: Record<string, number>[]) =>
  lines.map(({ net_amount, tax_amount, total_amount }) => [net_amount, tax_amount, total_amount]);

describe("the vectors of the decisions", () => {
  test("3 × 10.555 at 0 % is 31.67", async () => {
    const invoice = await create([{ quantity: 3, unit_price: 10.555, tax_rate: 0 }]);
    expect(totalsOf(invoice)).toEqual({ subtotal: 31.67, tax_total: 0, total: 31.67, amount_due: 31.67 });
    expect(invoice.taxes).toEqual([{ category: "Z", rate: 0, taxable_amount: 31.67, tax_amount: 0 }]);
  });

  test("0.75 × 98.50 is 73.88, at 19 % 14.04, in all 87.92", async () => {
    const invoice = await create([{ quantity: 0.75, unit_price: 98.5, tax_rate: 19 }]);
    expect(totalsOf(invoice)).toEqual({ subtotal: 73.88, tax_total: 14.04, total: 87.92, amount_due: 87.92 });
    expect(invoice.taxes).toEqual([{ category: "S", rate: 19, taxable_amount: 73.88, tax_amount: 14.04 }]);
    expect(amountsOf(invoice.lines)).toEqual([[73.88, 14.04, 87.92]]);
  });

  test("are the same given as decimal texts", async () => {
    for (const [numbers, texts] of [
      [
        { quantity: 3, unit_price: 10.555 },
        { quantity: "3", unit_price: "10.555", tax_rate: "0" },
      ],
      [
        { quantity: 0.75, unit_price: 98.5, tax_rate: 19 },
        { quantity: "0.75", unit_price: "98.50", tax_rate: "19.0" },
      ],
    ] as const) {
      const [a, b] = [await create([numbers]), await create([texts])];
      const content = ({ lines, ...invoice }: Record<string, Line[]>) => ({
        ...totalsOf(invoice as never),
        taxes: invoice.taxes,
        lines: lines!.map(({ id: _id, ...line }) => line),
      });
      expect(content(b)).toEqual(content(a));
    }
  });
});

describe("tax", () => {
  test("is rounded once a group, and the lines add up to it by largest remainder", async () => {
    // Three times 0.0333: each line alone would round to 0.03, but the group's tax is 0.10.
    const line = { quantity: 1, unit_price: 0.333, tax_rate: 10 };
    const invoice = await create([line, line, line]);
    expect(totalsOf(invoice)).toMatchObject({ subtotal: 0.99, tax_total: 0.1, total: 1.09 });
    expect(amountsOf(invoice.lines)).toEqual([
      [0.33, 0.04, 0.37],
      [0.33, 0.03, 0.36],
      [0.33, 0.03, 0.36],
    ]);
  });

  test("has one group for each category and rate, 7.5 and 7.50 being one", async () => {
    const lines = [
      { quantity: 1, unit_price: 100, tax_rate: 7.5 },
      { quantity: 1, unit_price: 50, tax_rate: 0 },
      { quantity: 1, unit_price: 100, tax_rate: "7.50" },
      { quantity: 1, unit_price: 10, tax_rate: 0, tax_category: "E", exemption_reason: "books" },
    ];
    const invoice = await create(lines);
    expect(invoice.taxes).toEqual([
      { category: "S", rate: 7.5, taxable_amount: 200, tax_amount: 15 },
      { category: "Z", rate: 0, taxable_amount: 50, tax_amount: 0 },
      { category: "E", rate: 0, taxable_amount: 10, tax_amount: 0 },
    ]);
    expect(totalsOf(invoice)).toMatchObject({ subtotal: 260, tax_total: 15, total: 275 });
  });

  test("is rounded half up", async () => {
    const invoice = await create([{ quantity: 1, unit_price: 0.5, tax_rate: 1 }]);
    expect(invoice.tax_total).toBe(0.01);
  });

  test.each([0, 100, 0.0001, 7.1234])("takes a rate of %s", async (tax_rate) => {
    expect((await create([{ quantity: 1, unit_price: 1_000_000, tax_rate }])).lines[0].tax_rate).toBe(
      tax_rate,
    );
  });
});

describe("the digits of the currency", () => {
  test("KWD has three, and no line, group or total loses one", async () => {
    const invoice = await create([{ quantity: 1, unit_price: "10.010", tax_rate: 5 }], "KWD");
    expect(totalsOf(invoice)).toEqual({
      subtotal: 10.01,
      tax_total: 0.501,
      total: 10.511,
      amount_due: 10.511,
    });
    expect(amountsOf(invoice.lines)).toEqual([[10.01, 0.501, 10.511]]);
    expect(invoice.taxes).toEqual([{ category: "S", rate: 5, taxable_amount: 10.01, tax_amount: 0.501 }]);
  });

  test.each([
    ["JPY", { subtotal: 32, tax_total: 3, total: 35 }],
    ["NGN", { subtotal: 31.5, tax_total: 3.15, total: 34.65 }],
    ["KWD", { subtotal: 31.5, tax_total: 3.15, total: 34.65 }],
  ])("of %s are what amounts are rounded to", async (currency, totals) => {
    expect(await create([{ quantity: 3, unit_price: 10.5, tax_rate: 10 }], currency)).toMatchObject(totals);
  });

  test.each([
    ["JPY", 2],
    ["HUF", 1.79],
    ["KWD", 1.786],
    ["CLF", 1.7861],
  ])("come from ISO 4217: 1.786075 in %s is %s", async (currency, net) => {
    const { subtotal } = await create([{ quantity: 1, unit_price: 1.786075 }], currency);
    expect(subtotal).toBe(net);
  });
});

describe("no digit is lost", () => {
  test("of the largest amount there may be", async () => {
    const invoice = await create([{ quantity: 1, unit_price: "9999999999999.99" }]);
    expect(invoice.total).toBe(9_999_999_999_999.99);
    const { text } = await company.call(`GET /invoices/${invoice.id}`);
    expect(text).toContain('"total":9999999999999.99');
  });

  test("of the smallest quantity and price", async () => {
    const [line] = (await create([{ quantity: "0.000001", unit_price: "0.000001" }])).lines;
    expect(line).toMatchObject({ quantity: 0.000001, unit_price: 0.000001, net_amount: 0 });
  });

  test("where a float would lose one: 1.005 is 1.01, and 0.1 + 0.2 is 0.3", async () => {
    expect((await create([{ quantity: 1, unit_price: 1.005 }])).total).toBe(1.01);
    const { total, tax_total } = await create([
      { quantity: 1, unit_price: 0.1, tax_rate: 100 },
      { quantity: 1, unit_price: 0.2, tax_rate: 100 },
    ]);
    expect([total, tax_total]).toEqual([0.6, 0.3]);
  });

  test("an invoice of nothing is possible: a price of 0", async () => {
    expect(totalsOf(await create([{ quantity: 1, unit_price: 0 }]))).toEqual({
      subtotal: 0,
      tax_total: 0,
      total: 0,
      amount_due: 0,
    });
  });
});

describe("422, never rounded silently", () => {
  test.each([
    ["quantity", 0, "must be more than 0"],
    ["quantity", "0.000000", "must be more than 0"],
    ["quantity", -1, "must be more than 0"],
    ["quantity", "1.0000001", "must have at most 6 decimals"],
    ["quantity", 1e-7, "must have at most 6 decimals"],
    ["quantity", "1234567890.123456", "must have at most 15 digits"],
    ["quantity", 1e15, "must have at most 15 digits"],
    ["quantity", "one", "must be a decimal number, such as 1500.50"],
    ["quantity", "1,5", "must be a decimal number, such as 1500.50"],
    ["quantity", "", "must be a decimal number, such as 1500.50"],
    ["quantity", null, "must be a number or a string"],
    ["quantity", [1], "must be a number or a string"],
    ["unit_price", -0.01, "must be at least 0"],
    ["unit_price", "10.1234567", "must have at most 6 decimals"],
    ["unit_price", "9999999999999999", "must have at most 15 digits"],
    ["unit_price", {}, "must be a number or a string"],
    ["tax_rate", 100.0001, "must be at most 100"],
    ["tax_rate", -1, "must be at least 0"],
    ["tax_rate", 7.12345, "must have at most 4 decimals"],
  ])("%s of %j, which %s", async (field, value, message) => {
    const { status, body } = await post([{ quantity: 1, unit_price: 1, [field]: value }]);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "invalid_request", error: `lines[0].${field}: ${message}` });
    expect(body.errors).toEqual([{ field: `lines[0].${field}`, message }]);
  });

  test.each(["quantity", "unit_price", "tax_rate"])(
    "a number literal in %s that a double would round",
    async (field) => {
      for (const literal of ["0.10000000000000000555", "1e400", "1e-400", "1.0000000000000001"]) {
        const line = JSON.stringify({ description: "Work", quantity: 1, unit_price: 1, [field]: "HERE" });
        const raw = `{"customer_id":${customer_id},"lines":[${line.replace('"HERE"', literal)}]}`;
        const { status, body } = await company.call("POST /invoices", { raw });
        expect([literal, status, body.errors?.[0]?.field]).toEqual([literal, 422, `lines[0].${field}`]);
      }
    },
  );

  test("a number literal with an exponent is that number, no other", async () => {
    const raw = `{"customer_id":${customer_id},"lines":[{"description":"Work","quantity":1e2,"unit_price":15.0e-1}]}`;
    const { status, body } = await company.call("POST /invoices", { raw });
    expect([status, body.invoice.total]).toEqual([201, 150]);
  });

  test.each([
    ["a line's net amount", [{ quantity: 1_000_000, unit_price: 999_999_999_999_999 }]],
    ["the sum of the lines", Array(2).fill({ quantity: 1, unit_price: "9999999999999.99" })],
    ["the total with tax", [{ quantity: 1, unit_price: "9999999999999.99", tax_rate: 10 }]],
  ])("computed amounts of more than 15 digits: %s", async (_what, lines) => {
    const { status, body } = await post(lines);
    expect([status, body.errors?.[0]?.field]).toEqual([422, "lines"]);
  });

  test("but digits are counted that say something: 99999999999999.00 has 14", async () => {
    expect((await create([{ quantity: 1, unit_price: 99_999_999_999_999 }])).total).toBe(99_999_999_999_999);
  });
});
