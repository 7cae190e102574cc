import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestCompany } from "../../../test/harness.ts";
import { openPage, type PaymentService, startPaymentService } from "../../../test/payment-service.ts";
import { signCheckpoints } from "../../domains/backoffice/books/service.ts";
import {
  returnToCheckout,
  startedPayment,
} from "../../domains/payments/payment-attempts/payment-attempts.fixture.ts";
import { readPdf } from "../../domains/sending/documents/pdf.fixture.ts";

let shop: PaymentService;
let company: TestCompany;
beforeAll(async () => {
  shop = await startPaymentService();
  company = await shop.company();
});
afterAll(() => shop.close());

const sha256 = (bytes: Buffer) => hash("sha256", bytes, "hex");

async function fileOf(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(url, { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** A payment of a link without an invoice: its receipt as the buyer gets it, and the address that stands on it. */
async function paid() {
  const { attempt, checkout_url } = await startedPayment(shop, company);
  shop.gateway.pay(attempt);
  await returnToCheckout(checkout_url);
  const { payments } = (await company.call("GET /payments?limit=1")).body;
  expect(payments[0].invoice_id).toBeNull();
  const pdf = await fileOf(`${checkout_url}/receipt.pdf`);
  return { ...payments[0], checkout_url, pdf, proof: addressOn(pdf) };
}

const addressOn = (pdf: Buffer): string =>
  /http:\/\/\S+\/r\/rc_\d+_\d+_[\w-]{22}/.exec(readPdf(pdf).text.replaceAll("\n", ""))![0];

const shown = async (url: string) => (await openPage(url)).html.replaceAll("<wbr>", "");

test("the receipt of a payment without an invoice has the address of a page that proves it", async () => {
  const { id, pdf, proof, checkout_url } = await paid();
  const before = await shown(proof);
  expect(before).toContain("Is this document genuine?");
  expect(before).toContain("₦1,000.00");
  expect(before).toContain(sha256(pdf));
  expect(await shown(`${proof}?sha256=${sha256(pdf)}`)).toContain(
    "It was given out as the receipt for this payment",
  );
  const changed = Buffer.from(pdf);
  changed[changed.length - 1]! ^= 1;
  expect(await shown(`${proof}?sha256=${sha256(changed)}`)).toContain("No: this file was not given out");
  expect(await shown(`${proof}?sha256=abc`)).toContain("A fingerprint has 64 digits");
  // The company's own copy leads to the same page, and the page of the receipt links to it.
  const authorization = `Bearer ${company.appId}:${company.secret}`;
  const own = await fileOf(`${shop.url}/api/v1/payments/${id}.pdf`, { authorization });
  expect(addressOn(own)).toBe(proof);
  expect(await shown(`${proof}?sha256=${sha256(own)}`)).toContain("Yes: this file is genuine");
  expect((await openPage(`${checkout_url}/receipt`)).html).toContain(`href="${new URL(proof).pathname}"`);
});

test("the receipt of another payment is not genuine here", async () => {
  const [one, other] = [await paid(), await paid()];
  expect(await shown(`${one.proof}?sha256=${sha256(other.pdf)}`)).toContain("No: this file");
});

test("the page shows the payment's place in the chain, and the first checkpoint after it", async () => {
  const { id, proof } = await paid();
  const { events } = (await company.call("GET /events?type=payment.recorded&limit=100")).body;
  const event = events.find(({ data }: { data: { object: { id: number } } }) => data.object.id === id);
  const before = await shown(proof);
  for (const text of [event.body_hash, event.hash, "No checkpoint covers it yet"])
    expect(before).toContain(text);
  shop.clock.advance(25 * 60 * 60 * 1000);
  await signCheckpoints(shop.context);
  const [checkpoint] = (await company.call("GET /books/checkpoints")).body.checkpoints;
  expect(await shown(proof)).toContain(checkpoint.hash);
});

test("a payment that was refunded or reversed says so", async () => {
  const { id, proof } = await paid();
  await shop.context.db.query(
    "update payments set amount_refunded = 40, reversed_at = now(), reversal_reason = 'mistake' where company_id = $1 and id = $2",
    [company.id, id],
  );
  const html = await shown(proof);
  for (const text of ["Refunded", "₦40.00", "the payment no longer counts"]) expect(html).toContain(text);
});

test("in French, too", async () => {
  const { proof, pdf } = await paid();
  const html = await shown(`${proof}?lang=fr&sha256=${sha256(pdf)}`);
  expect(html).toContain("Il a été remis comme reçu de ce paiement");
});

test("a guessed address is 404, whatever is wrong with it, and the log has none of them", async () => {
  const { id, proof } = await paid();
  const other = await shop.company();
  const secret = proof.slice(-22);
  const site = proof.slice(0, proof.indexOf("/r/"));
  for (const token of [
    `rc_${company.id}_${id}_${"x".repeat(22)}`,
    `rc_${company.id}_${id + 1000}_${secret}`,
    `rc_${other.id}_${id}_${secret}`,
    "rc_0_1_x",
    "%00",
  ]) {
    const page = await openPage(`${site}/r/${token}`);
    expect([token, page.status]).toEqual([token, 404]);
    expect(page.html).toContain("We can’t find this receipt");
  }
  expect((await openPage(proof)).status).toBe(200);
  expect(shop.logged.join("")).not.toContain(secret);
});
