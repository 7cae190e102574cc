import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn, startSite, type TestSession, type TestSite } from "../../../../test/site-session.ts";
import { encodePng } from "./png.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const owner = async () => signIn(site.service, { companyId: (await site.service.company()).id });
const base64 = (file: string | Uint8Array) => Buffer.from(file).toString("base64");
const upload = (person: TestSession, file: string | Uint8Array) =>
  person.call("POST", "/document_settings/logo", { file: base64(file) });

const svg = (content: string, size = 'width="200" height="100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`;
const box = '<rect width="200" height="100" fill="#d9480f"/>';
const dark = (pixels: number) => new Uint8Array(pixels * 4).fill(0x33);
/** 16 by 16 pixels, some of them black. */
const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQEARgBGAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAQABADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwCForK3tLeSaJ3aVc/K30/xpksVpJp8k8EToyMF+Zs1K4tbqztUe7WJo1wQRnrj/CmSi3g02WGO5WVmcNwMUAf/2Q==",
  "base64",
);

/** The parts of a PNG that it is told by. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];

describe("a logo", () => {
  test.each([
    ["SVG", svg(box), { width: 336, height: 168 }],
    [
      "wide SVG with a document type",
      `<!DOCTYPE svg>${svg(box, 'viewBox="0 0 1000 100"')}`,
      { width: 540, height: 54 },
    ],
    ["PNG", encodePng(30, 30, dark(900)), { width: 168, height: 168 }],
    ["JPEG", jpeg, { width: 168, height: 168 }],
  ])(
    "that is a %s is kept as a small opaque PNG, at an address that never changes",
    async (_, file, size) => {
      const ada = await owner();
      const { status, body } = await upload(ada, file);
      expect([status, body.document_settings?.logo]).toEqual([200, { ...size, sha256: expect.any(String) }]);
      const { audit_entries: entries } = (await ada.call("GET", "/audit")).body;
      expect(entries[0]).toMatchObject({ action: "logo.set", details: size });
      const companyId = Number(/\d+$/.exec(entries[0].subject)![0]);
      const address = `${site.service.url}/logos/${companyId}/${body.document_settings.logo.sha256}.png`;
      const answer = await fetch(address);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/png");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("cache-control")).toContain("immutable");
      const png = Buffer.from(await answer.arrayBuffer());
      expect(sizeOf(png)).toEqual([size.width, size.height, 8, 2]);
      expect((await fetch(address.replace(`/${companyId}/`, `/${companyId + 1}/`))).status).toBe(404);
      await ada.call("DELETE", "/document_settings/logo");
      expect((await fetch(address)).status).toBe(404);
      expect((await ada.call("GET", "/document_settings")).body.document_settings.logo).toBeNull();
    },
  );

  const bomb = () => {
    const png = encodePng(1, 1, dark(1));
    png.writeUInt32BE(50_000, 16);
    png.writeUInt32BE(50_000, 20);
    return Buffer.concat([png.subarray(0, 33), deflateSync(Buffer.alloc(50_000)), png.subarray(33)]);
  };
  const laughs = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "${"&a;".repeat(50)}">]>${svg("<text>&b;</text>")}`;
  const uses = Array.from({ length: 40 }, (_, level) => {
    const inner = `<use xlink:href="#g${level}"/>`.repeat(10);
    return `<g id="g${level + 1}">${level === 0 ? box : inner}</g>`;
  });

  test.each([
    ["a text", "hello", "must be a PNG, JPEG or SVG file"],
    ["a page", "<html><script>alert(1)</script></html>", "must be a PNG, JPEG or SVG file"],
    ["a PNG of 50,000 pixels", bomb(), "must be at most 4000 by 4000 pixels: make it smaller"],
    ["a damaged PNG", encodePng(9, 9, dark(81)).subarray(0, 40), /^(can't be read|shows nothing)/],
    ["a damaged JPEG", jpeg.subarray(0, 30), /^can't be read/],
    ["entities", laughs, /^must not declare entities/],
    [
      "a picture from elsewhere",
      svg('<image href="https://tracker.example/x.png"/>'),
      /^must not contain other pictures/,
    ],
    [
      "a picture within",
      svg('<svg:image xlink:href="data:image/png;base64,AA"/>'),
      /^must not contain other pictures/,
    ],
    ["nothing", svg(""), /^shows nothing/],
    ["no size at all", svg(box, 'width="0" height="0"'), /^can't be read/],
    [
      "copies of copies",
      svg(`<defs>${uses.join("")}</defs><use xlink:href="#g40"/>`),
      /^(can't be read|is too complicated)/,
    ],
    // It computes for minutes, if it is let.
    ["rules without end", svg(`<style>${"a{b:c}".repeat(43_000)}</style>`), /^is too complicated/],
    ["too many bytes", Buffer.alloc(257 * 1024, 7), "must be at most 256 KiB: make it smaller"],
  ])("is refused with %s, and nothing changes", async (_, file, message) => {
    const ada = await owner();
    const { status, body } = await upload(ada, file);
    const said = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect([status, body.errors]).toEqual([422, [{ field: "file", message: said }]]);
    expect((await ada.call("GET", "/document_settings")).body.document_settings.logo).toBeNull();
  });

  test("runs no script and loads nothing: what is left is a picture", async () => {
    const ada = await owner();
    const hostile = `<script>fetch("https://tracker.example")</script><style>@import url(https://tracker.example/a.css);</style><foreignObject><body onload="alert(1)"/></foreignObject><a xlink:href="javascript:alert(1)">${box}</a>`;
    const { status, body } = await upload(ada, svg(hostile));
    expect([status, body.document_settings?.logo?.width]).toEqual([200, 336]);
  });

  test("is no text that is not base64", async () => {
    const ada = await owner();
    const { body } = await ada.call("POST", "/document_settings/logo", { file: "not base64 !" });
    expect(body.errors).toEqual([{ field: "file", message: "must be the file's bytes in base64" }]);
  });
});

test("the page of a quote and the checkout show it, with the company's colour", async () => {
  const company = await site.service.company();
  const person = await signIn(site.service, { companyId: company.id });
  const { logo } = (await upload(person, svg(box))).body.document_settings;
  await person.call("PATCH", "/document_settings", { accent_colour: "#d9480f" });
  const customer_id = await company.customer();
  const lines = [{ description: "Roof", quantity: 1, unit_price: 100 }];
  const { id } = (await company.call("POST /quotes", { body: { customer_id, lines } })).body.quote;
  const { url } = (await company.call(`POST /quotes/${id}/send`)).body.quote;
  const link = (await company.call("POST /payments/link", { body: { amount: 100 } })).body;
  for (const address of [url, link.checkout_url]) {
    const answer = await fetch(site.service.url + new URL(address).pathname);
    const html = await answer.text();
    expect(html).toContain(
      `<img src="/logos/${company.id}/${logo.sha256}.png" alt="" width="96" height="48">`,
    );
    expect(html.match(/<style>/g)).toHaveLength(2);
    expect(Buffer.byteLength(html)).toBeLessThan(15 * 1024);
  }
});

test("documents and the buyer's page show it", async () => {
  const { company } = site;
  const { id } = await company.draft();
  const { portal_token } = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
  const headers = { authorization: `Bearer ${company.appId}:${company.secret}` };
  const pdfNow = async () => {
    const answer = await fetch(`${site.service.url}/api/v1/invoices/${id}.pdf`, { headers });
    return Buffer.from(await answer.arrayBuffer()).toString("latin1");
  };
  const page = `${site.service.url}/i/in_${company.id}_${portal_token.slice(3)}`;
  expect(await pdfNow()).not.toContain("/Width 336");
  const { logo } = (await upload(site, svg(box))).body.document_settings;
  const pdf = await pdfNow();
  expect(pdf).toContain("/Width 336");
  // An opaque picture needs no mask.
  expect(pdf).not.toContain("/SMask");
  const answer = await fetch(page);
  const html = await answer.text();
  expect(html).toContain(`<img src="/logos/${company.id}/${logo.sha256}.png" alt="" width="96" height="48">`);
  expect(answer.headers.get("content-security-policy")).toContain("img-src 'self' data:");
  expect(Buffer.byteLength(html)).toBeLessThan(15 * 1024);
});
