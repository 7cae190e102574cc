import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { ApiError } from "../contract/errors.ts";
import { gateways } from "../domains/payments/gateways/service.ts";
import { receiveNotification } from "../domains/payments/payment-attempts/service.ts";
import { gatewaySegments } from "../domains/webhooks/endpoints/service.ts";
import { receiveEvent } from "../domains/webhooks/inbox/service.ts";
import { bodyTooLarge } from "../http/error-handler.ts";

// An event may contain a record before and after a change, so it can be larger than any API request.
const bodyBytesMax = 4 * 1024 * 1024;

// A gateway's notification is about one payment and takes a few kilobytes.
const notificationBytesMax = 256 * 1024;

const ownHeader = "x-pay-signature";
const gatewayHeaders = [...new Set(Object.values(gateways).map(({ signatureHeader }) => signatureHeader))];

/**
 * `{site_base}/{gateway_segment}/webhook`: the signature header tells which kind of request it is. Our own events go to
 * the inbox of their company; a gateway's notification makes us query that gateway.
 */
export function callbacks(server: FastifyInstance, context: Context): void {
  for (const segment of gatewaySegments) {
    server.route({
      method: "POST",
      url: `/${segment}/webhook`,
      bodyLimit: bodyBytesMax,
      // The check runs before the body is read, so that unsigned requests cost little.
      onRequest: async (request) => void signatureOf(request),
      handler: async (request) => {
        await receive(context, request);
        return { success: true };
      },
    });
  }
}

async function receive(context: Context, request: FastifyRequest): Promise<void> {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const { header, signature } = signatureOf(request);
  if (header === ownHeader) return receiveEvent(context, signature, body);
  if (body.length > notificationBytesMax) throw bodyTooLarge(notificationBytesMax);
  return receiveNotification(context, header, signature, body);
}

function signatureOf(request: FastifyRequest): { header: string; signature: string } {
  const header = [ownHeader, ...gatewayHeaders].find((name) => request.headers[name] !== undefined);
  if (header !== undefined) return { header, signature: String(request.headers[header]) };
  throw new ApiError(
    401,
    "signature_invalid",
    `This address accepts signed notifications only, and the request has none of the headers ${["X-Pay-Signature", ...gatewayHeaders].join(", ")}.`,
  );
}
