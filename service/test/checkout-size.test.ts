import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkOf, type PaymentService, startPaymentService } from "./payment-service.ts";

let shop: PaymentService;
beforeAll(async () => {
  shop = await startPaymentService();
});
afterAll(() => shop.close());

const guide = readFileSync(path.join(import.meta.dirname, "../../docs/guides/payments.md"), "utf8");

/** The size on the wire: fetch would decompress it. */
const bytesOf = (url: string, encoding: string) =>
  new Promise<number>((resolve, reject) => {
    http
      .get(url, { headers: { "accept-encoding": encoding } }, (response) => {
        let bytes = 0;
        response.on("data", (piece: Buffer) => {
          bytes += piece.length;
        });
        response.on("end", () => resolve(bytes));
      })
      .on("error", reject);
  });

test("the payment page has the size that the guide states, to within a fifth", async () => {
  const company = await shop.company();
  const { id: invoice_id } = await company.draft();
  const [, packed, whole] = /some (\d+) KB \((\d+) KB unpacked\)/.exec(guide)!.map(Number);
  for (const fields of [{ label: "Order 1042" }, { invoice_id, amount: 1 }]) {
    const { checkout_url } = await linkOf(company, fields);
    const near = async (encoding: string, kilobytes: number) =>
      Math.abs((await bytesOf(checkout_url, encoding)) / 1000 / kilobytes - 1) < 0.2;
    expect([await near("br, gzip", packed!), await near("identity", whole!)]).toEqual([true, true]);
  }
});
