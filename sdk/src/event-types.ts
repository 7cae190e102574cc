import type { components, webhooks } from "./api-types.ts";

/** Every event type that this version knows. */
export type EventType = keyof webhooks;

/**
 * An event whose `type` determines `data.object`. New types will be added: ignore those that you do not know, with a
 * `default` in your `switch`.
 */
export type BillfoldEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/** One type of event, as the contract defines it: `EventOf<"invoice.paid">`. */
export type EventOf<Type extends EventType> = Omit<Posted<Type>, "type"> & { type: Type };

/**
 * An event of the feed. It contains its record only if the key has the scope that reads it; otherwise it has
 * `data_withheld: true` and no `data`. Deliveries to webhook endpoints are always complete.
 */
export type FeedEvent = (BillfoldEvent & { data_withheld?: undefined }) | WithheldEvent;

/** An event whose record the key may not read. */
export type WithheldEvent = Omit<components["schemas"]["Event"], "type" | "data" | "data_withheld"> & {
  type: EventType;
  data?: undefined;
  data_withheld: true;
};

type Posted<Type extends EventType> = webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
