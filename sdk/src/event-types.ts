import type { webhooks } from "./api-types.ts";

/** Every type of event that this version knows. */
export type EventType = keyof webhooks;

/**
 * An event whose `type` tells what `data.object` is. Further types will come: pass over those that you do not know,
 * with a `default` where you `switch`.
 */
export type BillfoldEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/** One type of event, as the contract has it: `EventOf<"invoice.paid">`. */
export type EventOf<Type extends EventType> = Omit<Posted<Type>, "type"> & { type: Type };

type Posted<Type extends EventType> = webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
