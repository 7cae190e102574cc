import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn, startSite, type TestSite } from "../../../../test/site-session.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ primaryEndpoint: true });
});
afterAll(() => site.close());

const sql = (text: string, values: unknown[]) => site.service.context.db.query(text, values);

test("the request of a delivery has the exact body and every header but the signatures", async () => {
  const { delivery, event } = (await site.call("POST", "/webhooks/test", {})).body;
  const before = (await site.call("GET", `/webhooks/deliveries/${delivery.id}/request`)).body.request;
  expect(before).toMatchObject({ method: "POST", url: null });
  await sql(
    `insert into webhook_attempts (company_id, delivery_id, number, attempted_at, duration_ms, url, status_code, cause)
     values ($1, $2, 1, '2026-11-15T09:30:00Z', 12, 'https://erp.example/hook', 500, 'first')`,
    [site.company.id, delivery.id],
  );
  const { body, status } = await site.call("GET", `/webhooks/deliveries/${delivery.id}/request`);
  expect(status).toBe(200);
  expect(JSON.parse(body.request.body)).toEqual(event);
  expect(body.request).toMatchObject({
    method: "POST",
    url: "https://erp.example/hook",
    headers: [
      { name: "content-type", value: "application/json" },
      { name: "user-agent", value: "Billfold-Webhooks/1" },
      { name: "x-pay-signature", value: "t=1794735000,v1=…" },
      { name: "webhook-id", value: event.id },
      { name: "webhook-timestamp", value: "1794735000" },
      { name: "webhook-signature", value: "v1,…" },
    ],
  });
});

test("another company's delivery is not found", async () => {
  const { delivery } = (await site.call("POST", "/webhooks/test", {})).body;
  const other = await site.service.company();
  const outsider = await signIn(site.service, { companyId: other.id });
  expect((await outsider.call("GET", `/webhooks/deliveries/${delivery.id}/request`)).status).toBe(404);
});
