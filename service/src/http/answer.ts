import type { Json } from "../foundation/sql.ts";

export type Answer = { status: number; body: Json; headers?: Record<string, string> };

/** `{ "success": true, … }` around members that are JSON text already. */
export function answer(status: number, members: Record<string, Json> = {}): Answer {
  let body = '{"success":true';
  for (const name in members) body += `,"${name}":${members[name]}`;
  return { status, body: `${body}}` };
}

/** Tolerated is not silent: what was not understood is told beside the answer. */
export function withWarnings(body: Json, warnings: readonly string[]): Json {
  return warnings.length === 0 ? body : `${body.slice(0, -1)},"warnings":${JSON.stringify(warnings)}}`;
}
