import { ApiFailure, type FieldError } from "../data/api.ts";

/** The keys of the lines as they were sent, and as they are now, in their order: lines may have moved since. */
export type LineKeys = { sent: readonly string[]; now: readonly string[] };

/**
 * A refusal without the errors of fields that were changed since it was sent. When none is left, there is no error.
 */
export function remainingErrors(error: unknown, sent: unknown, now: unknown, keys?: LineKeys): unknown {
  if (!(error instanceof ApiFailure) || error.errors.length === 0 || sent === undefined) return error;
  const remaining = error.errors.flatMap((each): FieldError[] => {
    const field = keys ? movedField(each.field, keys) : each.field;
    if (field === undefined) return [];
    const isSame = JSON.stringify(valueAt(sent, each.field)) === JSON.stringify(valueAt(now, field));
    return isSame ? [{ ...each, field }] : [];
  });
  if (remaining.length === 0) return null;
  const { status, code, message, requestId, body } = error;
  return new ApiFailure(status, code, message, { errors: remaining, requestId, body });
}

/** `lines[0].quantity` where that line is now; undefined if it was removed. */
function movedField(field: string, { sent, now }: LineKeys): string | undefined {
  const [, index, rest] = /^lines\[(\d+)\](.*)$/.exec(field) ?? [];
  if (index === undefined) return field;
  const place = now.indexOf(sent[Number(index)] ?? "");
  return place < 0 ? undefined : `lines[${place}]${rest}`;
}

/** The value at `lines[0].unit_price` or `address.city`. */
function valueAt(input: unknown, field: string): unknown {
  const steps = field.split(/[.[\]]+/).filter(Boolean);
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | null)?.[step], input);
}
