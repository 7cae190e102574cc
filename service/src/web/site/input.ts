import type { FastifyRequest } from "fastify";
import type Type from "typebox";
import { invalid, invalidField } from "../../contract/errors.ts";
import { parseBody } from "../../http/body.ts";
import { compileValidator, withoutUnknown } from "../../http/validation.ts";

/** A JSON object, or 422. */
export function readJson(request: FastifyRequest): Record<string, unknown> {
  const body = parseBody(request.body as Buffer | undefined, request.givenType);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw invalidField("body", "must be a JSON object");
}

/** A body that matches the schema, or 422 with all its faults. */
export function createReader<S extends Type.TSchema>(schema: S): (request: FastifyRequest) => Type.Static<S> {
  const check = compileValidator(schema);
  return (request) => {
    const body = readJson(request);
    const { errors, unknown } = check(body);
    if (errors.length > 0) throw invalid(errors);
    return (unknown.length > 0 ? withoutUnknown(schema, body) : body) as Type.Static<S>;
  };
}
