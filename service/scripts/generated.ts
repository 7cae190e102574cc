import { readFileSync } from "node:fs";
import { apiRoutes } from "../src/app.ts";
import { DeliveredEvent } from "../src/domains/webhooks/events/schema.ts";
import { eventRecords } from "../src/event-records.ts";
import { buildContract } from "../src/http/openapi/openapi.ts";

/** The contract as it should be committed. Describing a route does not call it, so it needs no running service. */
export function contractText(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  const described = () => Promise.reject(new Error("only described here"));
  const registrar = { register: described, cancel: described, resume: described };
  const routes = apiRoutes({
    createDraft: described,
    createOrder: described,
    waitForEvents: described,
    registrar,
  });
  const posted = { envelope: DeliveredEvent, events: eventRecords };
  return `${JSON.stringify(buildContract(routes, posted, version), null, 2)}\n`;
}
