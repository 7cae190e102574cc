import { hash } from "node:crypto";
import { extractXml } from "@stackforge-eu/factur-x";
import { afterAll, beforeAll, expect, test } from "vitest";
import { taxed } from "../../../../test/harness.ts";
import { signIn, startSite, type TestSite } from "../../../../test/site-session.ts";
import { embeddedIn, readPdf } from "./pdf.fixture.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const address = { line1: "12 Marina", city: "Lagos", country: "NG" };

/** A company with an issued invoice and a credit note for a part of it. */
async function issued() {
  const company = await site.service.company({ profile: { ...taxed, ...address } });
  const owner = await signIn(site.service, { companyId: company.id });
  const customer_id = await company.customer({ tax_id: "12345678-0002", address });
  const { id } = await company.draft({ customer_id });
  const { portal_token } = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
  const { credit_note } = (await company.call(`POST /invoices/${id}/credit_notes`, { body: {} })).body;
  const headers = { authorization: `Bearer ${company.appId}:${company.secret}` };
  const get = async (path: string) => {
    const answer = await fetch(`${site.service.url}${path}`, { headers });
    return Buffer.from(await answer.arrayBuffer());
  };
  const choose = async (embedded_xml: string) =>
    expect((await owner.call("PATCH", "/document_settings", { embedded_xml })).status).toBe(200);
  const isKnown = async (file: Buffer) => {
    const path = `/document_hashes?sha256=${hash("sha256", file, "hex")}`;
    return (await owner.call("GET", path)).body.documents.length === 1;
  };
  const invoice = `/api/v1/invoices/${id}`;
  const creditNote = `/api/v1/credit_notes/${credit_note.id}`;
  const page = `/i/in_${company.id}_${portal_token.slice(3)}`;
  return { company, get, choose, isKnown, invoice, creditNote, page };
}

test("a company's PDFs contain factur-x.xml from the moment it chooses that, for its buyers too", async () => {
  const { get, choose, invoice, creditNote, page } = await issued();
  for (const path of [invoice, creditNote, page]) {
    expect(readPdf(await get(`${path}.pdf`)).metadata).not.toContain("factur-x");
  }
  await choose("factur_x");
  for (const path of [invoice, creditNote]) {
    const pdf = await get(`${path}.pdf`);
    expect(readPdf(pdf).metadata).toContain("<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>");
    expect(embeddedIn(pdf)).toEqual([(await get(`${path}.xml?syntax=cii`)).toString("utf8")]);
  }
  expect(await get(`${page}.pdf`)).toEqual(await get(`${invoice}.pdf`));
});

test("another publisher's reader of Factur-X finds the XML in the PDF, its name and its profile", async () => {
  const { get, choose, invoice, creditNote } = await issued();
  await choose("factur_x");
  for (const path of [invoice, creditNote]) {
    const read = await extractXml(await get(`${path}.pdf`));
    expect(read).toMatchObject({ filename: "factur-x.xml", profile: "EN16931" });
    expect(read.xml).toBe((await get(`${path}.xml?syntax=cii`)).toString("utf8"));
  }
});

test("the choice changes no XML that is downloaded, and none of the buyer's page", async () => {
  const { get, choose, invoice, page } = await issued();
  const [ubl, ofPage] = [await get(`${invoice}.xml`), await get(`${page}.xml`)];
  await choose("factur_x");
  expect([await get(`${invoice}.xml`), await get(`${page}.xml`)]).toEqual([ubl, ofPage]);
  expect(ubl.toString("utf8")).toContain("<Invoice ");
});

test("files of before stay known by their hash, and choosing as before gives the same bytes again", async () => {
  const { get, choose, isKnown, invoice } = await issued();
  const before = await get(`${invoice}.pdf`);
  await choose("factur_x");
  const other = await get(`${invoice}.pdf`);
  expect(other.equals(before)).toBe(false);
  expect([await isKnown(before), await isKnown(other)]).toEqual([true, true]);
  await choose("ubl");
  expect((await get(`${invoice}.pdf`)).equals(before)).toBe(true);
});

test("another company's PDFs stay as they are", async () => {
  const [one, other] = [await issued(), await issued()];
  const before = await other.get(`${other.invoice}.pdf`);
  await one.choose("factur_x");
  expect((await other.get(`${other.invoice}.pdf`)).equals(before)).toBe(true);
});
