import { jsonResponse } from "../../../http/response.ts";
import { type Route, read, staged } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { clockExample, clockYearsMax, SandboxClock, SandboxClockMove } from "./schema.ts";
import { moveClock, type RunDueWork, readClock } from "./service.ts";

const access = { tag: "Sandbox", scope: "sandbox", feature: "any" } as const;
const clock = (description: string) => ({
  200: {
    description,
    schema: envelope({ clock: SandboxClock }),
    example: { success: true, clock: clockExample },
  },
});

export const sandboxRoutes = (runDueWork: RunDueWork): Route[] => [
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
];
