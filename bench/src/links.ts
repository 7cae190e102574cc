import QRCode from "qrcode";
import { qrPng } from "../../service/src/platform/qr.ts";
import { repeat } from "./bare-driver.ts";
import { load, requestText } from "./http-load.ts";
import { type Finding, median } from "./report.ts";
import { freshDataDir, removeDataDir, startService } from "./service-process.ts";

const clients = 64;
const checkoutUrl = "http://127.0.0.1:8080/checkout/pl_88_x7Qm0wz9Lr3TnVbY2c";

/** Measures payment links with QR codes from one process, and the share of the codes in the cost. */
export async function measureLinks(seconds: number, rounds: number): Promise<Finding[]> {
  const service = await startService(freshDataDir());
  const { port, demo } = service;
  const rate = async (path: string, body: object, forSeconds = seconds) => {
    const request = requestText("POST", path, demo, { body: JSON.stringify(body) });
    const plan = { port, clients, seconds: forSeconds, request: () => request, expectStatus: 201 };
    const result = await load(plan);
    if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
    return result.perSecond;
  };
  const link = { amount: 145125, email: "buyer@example.com", purpose: "invoice", label: "Order 4711" };
  const customer = { name: "Acme Trading Ltd", email: "buyer@example.com" };
  await rate("/payments/link", link, 8);
  await rate("/customers", customer, 4);
  const links = await inTurns(
    rounds,
    () => rate("/payments/link", link),
    () => rate("/customers", customer),
  );
  await service.stop();
  removeDataDir(service.dataDir);
  const codes = await inTurns(
    rounds,
    () => repeat(seconds / 2, 1, async (index) => qrPng(checkoutUrl + named(index))),
    () => repeat(seconds / 2, 1, (index) => QRCode.toBuffer(checkoutUrl + named(index), asOurs)),
  );
  return [
    {
      name: "POST /payments/link with its QR code, 64 clients; baseline: POST /customers",
      ...links,
      target: "≥ 300/s",
      holds: links.measured >= 300,
    },
    {
      name: "the QR code alone; baseline: qrcode's own PNG",
      ...codes,
      target: "≥ 5",
      holds: codes.ratio >= 5,
    },
  ];
}

const asOurs = { errorCorrectionLevel: "M", margin: 4, scale: 8, type: "png" } as const;

/** As long as the rest of a reference, and different each time. */
const named = (index: number) => String(index % 10_000).padStart(4, "0");

/** Alternates between the service and the baseline, so that a slow period of the machine affects both. */
async function inTurns(rounds: number, ours: () => Promise<number>, theirs: () => Promise<number>) {
  const measured: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < rounds; round++) {
    baseline.push(await theirs());
    measured.push(await ours());
  }
  const [own, other] = [median(measured), median(baseline)];
  return { measured: own, unit: "/s", baseline: other, ratio: own / other };
}
