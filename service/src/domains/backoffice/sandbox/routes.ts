import { notFound } from "../../../contract/errors.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read, staged } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { invoiceQuota } from "../../tenancy/plans/service.ts";
import { faultExample, SandboxFault, SandboxFaultCreate } from "../../tenancy/sandbox-faults/schema.ts";
import {
  addFault,
  deleteFault,
  deleteFaults,
  faultExists,
  findFaults,
  tooManyFaults,
} from "../../tenancy/sandbox-faults/service.ts";
import {
  clockExample,
  clockYearsMax,
  SandboxClock,
  SandboxClockMove,
  SandboxScenario,
  SandboxScenarioLoad,
  scenarioCounts,
  scenarioExample,
} from "./schema.ts";
import { fillSixMonths, moveClock, type RunDueWork, readClock, type StoreInvoices } from "./service.ts";

const access = { tag: "Sandbox", scope: "sandbox", feature: "any" } as const;
const clock = (description: string) => ({
  200: {
    description,
    schema: envelope({ clock: SandboxClock }),
    example: { success: true, clock: clockExample },
  },
});

const removed = {
  200: { description: "What was named is removed.", schema: envelope({}), example: { success: true } },
};

export const sandboxRoutes = (runDueWork: RunDueWork, storeInvoices: StoreInvoices): Route[] => [
  read({
    ...access,
    path: "/sandbox/clock",
    operationId: "getSandboxClock",
    summary: "Get the company's clock",
    description:
      "What time it is for this company, and what is due and has not happened yet. 404 in production.",
    responses: clock("The clock."),
    handle: async ({ context, principal }) =>
      jsonResponse(200, { clock: JSON.stringify(await readClock(context, principal.company)) }),
  }),
  staged({
    ...access,
    path: "/sandbox/clock",
    operationId: "moveSandboxClock",
    summary: "Move the company's clock forward",
    description: `Moves the time of this company, and of no other, to a moment or by a duration, and waits until what falls due has happened: invoices become overdue, reminders are sent, recurring invoices are made, links and quotes expire, Idempotency-Keys expire, deliveries and registrations are retried. Signatures, sessions, keys and rate limits keep to the real time. The clock only goes forward, at most ${clockYearsMax} years ahead of the real time. After 20 seconds of work it stops where it is: compare \`now\` with what you asked for, and call again. 404 in production.`,
    expensive: true,
    cost: 5,
    movesClock: true,
    body: SandboxClockMove,
    bodyExample: { advance: "P45D" },
    responses: clock("The clock where it is now."),
    handle: async ({ context, principal, body }) => {
      const moved = await moveClock(context, principal.company, body, runDueWork);
      return jsonResponse(200, { clock: JSON.stringify(moved) });
    },
  }),
  read({
    ...access,
    path: "/sandbox/faults",
    operationId: "listSandboxFaults",
    summary: "List the company's faults",
    description: "Oldest first, those that are used up included. 404 in production.",
    responses: {
      200: {
        description: "The faults.",
        schema: envelope({ faults: Type.Array(SandboxFault) }),
        example: { success: true, faults: [faultExample] },
      },
    },
    handle: async ({ context, principal }) =>
      jsonResponse(200, { faults: `[${(await findFaults(context.reads, principal.company.id)).join()}]` }),
  }),
  change("POST", {
    ...access,
    path: "/sandbox/faults",
    operationId: "addSandboxFault",
    summary: "Make an outside party fail",
    description:
      "From now on the sandbox authority, the sandbox gateway or the receiver of your webhooks fails for this company, as often as you say or until the fault is removed. The oldest fault of a target that is not used up comes first. 404 in production.",
    body: SandboxFaultCreate,
    bodyExample: { target: "authority", fault: "lost_answer", times: 1 },
    refusals: [tooManyFaults()],
    responses: {
      201: {
        description: "The fault.",
        schema: envelope({ fault: SandboxFault }),
        example: { success: true, fault: faultExample },
      },
    },
    handle: async (made, { body }) => jsonResponse(201, { fault: await addFault(made, body) }),
  }),
  change("DELETE", {
    ...access,
    path: "/sandbox/faults",
    operationId: "deleteSandboxFaults",
    summary: "Remove all faults of the company",
    responses: removed,
    handle: async ({ tx, company }) => {
      await deleteFaults(tx, company.id);
      return jsonResponse(200);
    },
  }),
  change("DELETE", {
    ...access,
    path: "/sandbox/faults/{id}",
    operationId: "deleteSandboxFault",
    summary: "Remove one fault of the company",
    record: { noun: "The fault", exists: faultExists },
    responses: removed,
    handle: async ({ tx, company }, { id }) => {
      if (!(await faultExists(tx, company.id, id))) throw notFound("The fault");
      await deleteFault(tx, company.id, id);
      return jsonResponse(200);
    },
  }),
  change("POST", {
    ...access,
    path: "/sandbox/scenarios",
    operationId: "loadSandboxScenario",
    summary: "Fill the company with sample data",
    description: `Creates months of a company's records at once: ${scenarioCounts.invoices} invoices and what belongs to them. Everything is stored, or nothing is. The records are ordinary ones: they count towards quotas, and each has its events. Another call adds another set. 404 in production.`,
    feature: ["catalog", "invoicing", "payments"],
    expensive: true,
    cost: 25,
    body: SandboxScenarioLoad,
    bodyExample: { scenario: "six_months" },
    quota: invoiceQuota,
    responses: {
      201: {
        description: "What was created.",
        schema: envelope({ scenario: SandboxScenario }),
        example: { success: true, scenario: scenarioExample },
      },
    },
    handle: async (made, { context }) => {
      const scenario = await fillSixMonths(made, context.config, storeInvoices);
      return jsonResponse(201, { scenario: JSON.stringify(scenario) });
    },
  }),
];
