import type { components, webhooks } from "./api-types.ts";

/** Every type of event that this version knows. */
export type EventType = keyof webhooks;

/**
 * An event whose `type` tells what `data.object` is. Further types will come: pass over those that you do not know,
 * with a `default` where you `switch`.
 */
export type BillfoldEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/** One type of event, as the contract has it: `EventOf<"invoice.paid">`. */
export type EventOf<Type extends EventType> = Omit<Posted<Type>, "type"> & { type: Type };

/**
 * An event of the feed. Its record comes only to a key with the scope that reads it; to others it comes without `data`
 * and with `data_withheld: true`. Deliveries to webhook endpoints are always whole.
 */
export type FeedEvent = (BillfoldEvent & { data_withheld?: undefined }) | WithheldEvent;

/** An event whose record the key may not read. */
export type WithheldEvent = Omit<components["schemas"]["Event"], "type" | "data" | "data_withheld"> & {
  type: EventType;
  data?: undefined;
  data_withheld: true;
};

type Posted<Type extends EventType> = webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
