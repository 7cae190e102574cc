import type { Json } from "../../../platform/db/sql.ts";
import { type EventObject, type Replayed, replayEvent } from "./replay.ts";

type ParsedEvent = { type: string; data: { object: EventObject; previous?: EventObject } };

const idStart = '{"id":';
const objectStart = `"data":{"object":${idStart}`;

/**
 * The type of an event and the id of its record, which every body that the service writes has at these places. Any other
 * body is parsed: it was changed, but it must not look like the event of another record.
 */
export function headOf(body: Json): { type: string; id: number } {
  const type = typePattern.exec(body)?.[1];
  const at = body.indexOf(objectStart);
  const id = Number.parseInt(body.slice(at + objectStart.length, at + objectStart.length + 16), 10);
  if (type !== undefined && at > 0 && id > 0) return { type, id };
  const { type: parsed, data } = JSON.parse(body) as ParsedEvent;
  return { type: parsed, id: data.object.id };
}

const typePattern = /^\{"id":"[^"]{0,100}","type":"([^"]{0,100})"/;

/** Without the record as it was before, which is half of many events. */
export function objectOf(body: Json): EventObject {
  const from = body.indexOf(objectStart) + objectStart.length - idStart.length;
  const end = body.indexOf(`,"previous":${idStart}`, from);
  try {
    return JSON.parse(end < 0 ? body.slice(from, -2) : body.slice(from, end)) as EventObject;
  } catch {
    return (JSON.parse(body) as ParsedEvent).data.object;
  }
}

/** The record that a stored event leaves behind. */
export function replayBody(sequence: number, body: Json, isRedacted: boolean): Replayed | undefined {
  const { type } = headOf(body);
  return replayEvent(sequence, type, rowOf(type, body), isRedacted);
}

/** A reversed payment shows nothing as unallocated, but its row keeps what was before. */
function rowOf(type: string, body: Json): EventObject {
  const object = objectOf(body);
  if (type !== "payment.reversed") return object;
  const { previous } = (JSON.parse(body) as ParsedEvent).data;
  return { ...object, unallocated_amount: previous?.unallocated_amount };
}
