import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { defaultSettings, stepsMax } from "./schema.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const get = async (by = company) => (await by.call("GET /reminder_settings")).body.reminder_settings;
const patch = (body: object, by = company) => by.call("PATCH /reminder_settings", { body });
const step = (days: number) => ({ days, subject: null, message: null });

describe("the settings of reminders", () => {
  test("are off at first, with steps to start from", async () => {
    expect(await get()).toEqual({
      enabled: false,
      steps: [-3, 1, 7, 14].map(step),
      send_from_hour: 9,
      send_until_hour: 17,
      weekdays_only: true,
    });
  });

  test("change field by field, are shown in the order of their days, and null restores a default", async () => {
    const own = await service.company();
    const first = await patch(
      { enabled: true, steps: [{ days: 5, message: "Pay {amount}" }, { days: -1 }] },
      own,
    );
    expect([first.status, first.body]).toEqual([
      200,
      {
        success: true,
        reminder_settings: {
          ...defaultSettings,
          enabled: true,
          steps: [step(-1), { days: 5, subject: null, message: "Pay {amount}" }],
        },
      },
    ]);
    await patch({ send_from_hour: 8, weekdays_only: false }, own);
    expect(await get(own)).toMatchObject({ enabled: true, send_from_hour: 8, weekdays_only: false });
    await patch({ enabled: null, steps: null, send_from_hour: null, weekdays_only: null }, own);
    expect(await get(own)).toEqual(defaultSettings);
  });

  test("belong to one company", async () => {
    const [one, other] = [await service.company(), await service.company()];
    await patch({ enabled: true }, one);
    expect((await get(other)).enabled).toBe(false);
  });

  test.each([
    [{ steps: [] }, "steps"],
    [{ steps: Array.from({ length: stepsMax + 1 }, (_, days) => ({ days })) }, "steps"],
    [{ steps: [{ days: -61 }] }, "steps[0].days"],
    [{ steps: [{ days: 181 }] }, "steps[0].days"],
    [{ steps: [{ days: 1.5 }] }, "steps[0].days"],
    [{ steps: [{ days: 1 }, { days: 1 }] }, "steps[1].days"],
    [{ steps: [{ days: 1 }, { days: 0, message: "Dear {name}" }] }, "steps[1].message"],
    [{ steps: [{ days: 1, subject: "{nummer}" }] }, "steps[0].subject"],
    [{ steps: [{ days: 1, subject: "a\r\nBcc: b@example.com" }] }, "steps[0].subject"],
    [{ steps: [{ days: 1, subject: "x".repeat(201) }] }, "steps[0].subject"],
    [{ steps: [{ days: 1, message: "x".repeat(2001) }] }, "steps[0].message"],
    [{ steps: [{ days: 1, message: " \n" }] }, "steps[0].message"],
    [{ send_from_hour: 24 }, "send_from_hour"],
    [{ send_until_hour: 0 }, "send_until_hour"],
    [{ send_from_hour: 12, send_until_hour: 12 }, "send_until_hour"],
    [{ send_from_hour: 17 }, "send_until_hour"],
    [{ enabled: "yes" }, "enabled"],
  ])("%j is refused and names %s", async (body, field) => {
    const own = await service.company();
    const refused = await patch(body, own);
    expect([refused.status, refused.body.errors?.[0].field]).toEqual([422, field]);
    expect(await get(own)).toEqual(defaultSettings);
  });
});

describe("reminders of an invoice", () => {
  test("are paused and resumed once; repeating that changes nothing and emits nothing", async () => {
    const { id } = await company.draft();
    const act = async (what: string) => (await company.call(`POST /invoices/${id}/${what}`)).body.invoice;
    const events = async () => {
      const found = (await company.call("GET /events?limit=100&type=invoice.updated")).body.events;
      return found.filter((event: { data: { object: { id: number } } }) => event.data.object.id === id)
        .length;
    };
    expect((await act("pause_reminders")).reminders_paused).toBe(true);
    expect((await act("pause_reminders")).reminders_paused).toBe(true);
    expect(await events()).toBe(1);
    await company.call(`POST /invoices/${id}/issue`);
    expect((await act("resume_reminders")).reminders_paused).toBe(false);
    expect((await act("resume_reminders")).reminders_paused).toBe(false);
    expect(await events()).toBe(2);
  });

  test("of a void invoice can't be paused, and another company's invoice is 404", async () => {
    const { id } = await company.draft();
    const other = await service.company();
    for (const what of ["POST pause_reminders", "POST resume_reminders", "GET reminders"]) {
      const [method, action] = what.split(" ");
      expect((await other.call(`${method} /invoices/${id}/${action}`)).status).toBe(404);
    }
    await company.call(`POST /invoices/${id}/void`);
    const refused = await company.call(`POST /invoices/${id}/pause_reminders`);
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
  });

  test("of a customer are paused on the customer", async () => {
    const id = await company.customer({ reminders_paused: true });
    const read = async () => (await company.call(`GET /customers/${id}`)).body.customer.reminders_paused;
    expect(await read()).toBe(true);
    await company.call(`PATCH /customers/${id}`, { body: { name: "Ada" } });
    expect(await read()).toBe(true);
    await company.call(`PATCH /customers/${id}`, { body: { reminders_paused: null } });
    expect(await read()).toBe(false);
  });
});
