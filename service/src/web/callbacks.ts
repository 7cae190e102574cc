import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { ApiError } from "../foundation/errors.ts";
import { receiveNotification } from "../modules/attempts/service.ts";
import { gatewaySegments } from "../modules/endpoints/service.ts";
import { gateways } from "../modules/gateways/service.ts";
import { receiveEvent } from "../modules/inbox/service.ts";

// An event may contain a record before and after a change, so it can be larger than any request that the API accepts.
const bodyBytesMax = 4 * 1024 * 1024;

const gatewayHeaders = [...new Set(Object.values(gateways).map(({ signatureHeader }) => signatureHeader))];

/**
 * `{site_base}/{gateway_segment}/webhook`: the signature header tells what was sent. Ours is an event for the inbox of
 * its company; a gateway's is a reason to ask that gateway.
 */
export function callbacks(server: FastifyInstance, context: Context): void {
  for (const segment of gatewaySegments) {
    server.post(`/${segment}/webhook`, { bodyLimit: bodyBytesMax }, async (request) => {
      await receive(context, request);
      return { success: true };
    });
  }
}

async function receive(context: Context, request: FastifyRequest): Promise<void> {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const ours = request.headers["x-pay-signature"];
  if (ours !== undefined) return receiveEvent(context, String(ours), body);
  const header = gatewayHeaders.find((name) => request.headers[name] !== undefined);
  if (header !== undefined)
    return receiveNotification(context, header, String(request.headers[header]), body);
  throw new ApiError(
    401,
    "signature_invalid",
    `This address takes signed notifications only, and the request has none of the headers ${["X-Pay-Signature", ...gatewayHeaders].join(", ")}.`,
  );
}
