import { expect, test } from "vitest";
import { eventTypes as known } from "../../../service/src/modules/events/schema.ts";
import { eventTypes } from "./event-types.ts";

test("every type of event that the service knows can be chosen", () => {
  expect(eventTypes).toEqual(known);
});
