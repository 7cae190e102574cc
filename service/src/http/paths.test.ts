import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../test/harness.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

describe("an extra slash makes an unknown path", () => {
  test.each([
    "GET /customers/",
    "PATCH /customers/",
    "GET /customers/1/",
    "GET /customers//",
    "POST /invoices//issue",
    "GET /payments/links/",
    "GET /events/",
    "DELETE /webhooks/endpoints/",
    "GET /ping/",
  ])("%s", async (operation) => {
    const { status, body } = await company.call(operation);
    const [method, path] = operation.split(" ");
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "unknown_path" });
    expect(body.error).toContain(`There is no operation ${method} /api/v1${path}.`);
  });

  test("also without a key, and on the site", async () => {
    for (const path of ["/api/v1/customers/", "/app/api/customers/"]) {
      const response = await fetch(service.url + path);
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ code: "unknown_path" }),
      ]);
    }
  });
});

describe("a secret in a path reaches neither the log nor the response", () => {
  const token = "Zm9vYmFyYmF6cXV4MTIz_w";
  const encoded = (text: string) =>
    [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
  const twice = (text: string) => encoded(text).replaceAll("%", "%25");

  test.each([
    ["as it is", `/checkout/pl_1_${token}`],
    ["with its first letter encoded", `/checkout/%70l_1_${token}`],
    ["with its underscores encoded", `/checkout/pl%5f1%5F${token}`],
    ["all encoded", `/checkout/${encoded(`pl_1_${token}`)}`],
    ["encoded twice", `/checkout/${twice(`pl_1_${token}`)}`],
    ["encoded four times", `/checkout/${encoded(`pl_1_${token}`).replaceAll("%", "%252525")}`],
    ["where there is no route", `/nowhere/%70t_1_${token}`],
    ["behind a path of 150 characters", `/${"x".repeat(150)}/${encoded(`pt_1_${token}`)}`],
    ["a Secret", `/nowhere/${encoded("bfs_")}${token}`],
    ["of a quote", `/q/${encoded(`qt_1_${token}`)}`],
    ["in the API", `/api/v1/payments/links/%70l_1_${token}`],
  ])("%s", async (_what, path) => {
    const before = service.logged.length;
    const response = await fetch(service.url + path, { headers: { "x-request-id": "looked-for" } });
    const text = await response.text();
    const isLogged = () => service.logged.slice(before).find((line) => line.includes('"looked-for"'));
    await expect.poll(isLogged).toBeDefined();
    expect(isLogged()).toMatch(/(p[lt]|qt)_1_\[masked\]|bfs_\[masked\]/);
    for (const shown of [isLogged()!, text]) {
      expect(shown).not.toContain(token.slice(0, 8));
      expect(shown).not.toContain(encoded(token).slice(0, 24));
    }
  });

  test("with an invalid encoding", async () => {
    const response = await fetch(`${service.url}/nowhere/%zz%70l_1_${token}%`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("GET /nowhere/%zzpl_1_[masked]%. See");
  });

  test("and a line break in it does not split a log line", async () => {
    const before = service.logged.length;
    await fetch(`${service.url}/nowhere/%0a%0d%00%7f%20%22%5c`, { headers: { "x-request-id": "one-line" } });
    const find = () => service.logged.slice(before).filter((line) => line.includes('"one-line"'));
    await expect.poll(() => find().length).toBe(1);
    expect(JSON.parse(find()[0]!)).toMatchObject({ path: '/nowhere/%0a%0d%00%7f%20"\\' });
  });
});
