import type { ApiEvent } from "../dashboard/records.ts";
import { texts } from "../texts/events.ts";

/** An event, with the name of the person who caused it if the list has it. */
export type ActivityEvent = ApiEvent & { actor_name?: string | null };

/** Who caused an event: a person by name, or what acted instead. */
export function actorOf({ actor, actor_name }: ActivityEvent): string {
  return actor_name ?? texts.actors[actor.type];
}

/** A readable name of the record that an event is about; a note if the role may not read the record. */
export function subjectOf(object: Record<string, unknown> | undefined): string {
  if (!object) return texts.withheld;
  const named = [object.number, object.name, object.reference, object.url, object.subject].find(
    (value) => typeof value === "string" && value !== "",
  );
  if (typeof named === "string") return named;
  return typeof object.id === "number" || typeof object.id === "string" ? String(object.id) : "";
}
