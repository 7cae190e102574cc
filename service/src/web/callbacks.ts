import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { ApiError } from "../foundation/errors.ts";
import { gatewaySegments } from "../modules/endpoints/service.ts";
import { receiveEvent } from "../modules/inbox/service.ts";

// An event may tell of a record before and after a change, so it can be larger than a request that the API takes.
const bodyBytesMax = 4 * 1024 * 1024;

/**
 * `{site_base}/{gateway_segment}/webhook`: what is sent here says by its signature header what it is. Ours is an
 * event for the inbox of its company; a gateway's notifications will be told apart by the gateway's header.
 */
export function callbacks(server: FastifyInstance, context: Context): void {
  for (const segment of gatewaySegments) {
    server.post(`/${segment}/webhook`, { bodyLimit: bodyBytesMax }, async (request) => {
      const signature = request.headers["x-pay-signature"];
      if (signature === undefined) {
        throw new ApiError(
          401,
          "signature_invalid",
          "This address takes signed notifications only, and the request has no X-Pay-Signature header.",
        );
      }
      await receiveEvent(context, String(signature), (request.body as Buffer | undefined) ?? Buffer.alloc(0));
      return { success: true };
    });
  }
}
