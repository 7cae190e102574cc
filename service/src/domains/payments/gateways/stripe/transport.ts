import { createRequire } from "node:module";
import type Stripe from "stripe";
import { integrationRefusedKey } from "../../../../contract/errors.ts";
import type { Outbound, OutboundResponse } from "../../../../platform/outbound/outbound.ts";
import { isObject, parseObject } from "../../../../platform/outbound/response-parsing.ts";
import type { GatewayAccount } from "../port.ts";
import { explainError } from "./errors.ts";

// A buyer waits for this call.
const timeoutMs = 15_000;
// A list of a hundred sessions takes half of this.
const answerBytesMax = 2 * 1024 * 1024;

/** Every call returns a response or throws an ApiError. */
export async function callStripe<T>(
  outbound: Outbound,
  account: GatewayAccount,
  task: string,
  call: (client: Stripe) => Promise<T>,
): Promise<T> {
  try {
    return await call(connect(outbound, account));
  } catch (error) {
    throw explainError(error, account, task);
  }
}

/**
 * Stripe's own client, which sends through our `Outbound`. Creating one takes an eighth of a millisecond, so none is
 * cached. It does not retry and sends no telemetry.
 */
function connect(outbound: Outbound, account: GatewayAccount): Stripe {
  // Other characters are not allowed in a header.
  if (!/^[\x21-\x7e]+$/.test(account.secretKey)) throw integrationRefusedKey("Stripe");
  return new (stripePackage())(account.secretKey, {
    httpClient: httpClient(outbound, account.baseUrl),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: timeoutMs,
  });
}

const load = createRequire(import.meta.url);
let loaded: typeof Stripe | undefined;

// Loading the package takes 130 ms and 26 MB, which a service without Stripe accounts need not spend.
export function stripePackage(): typeof Stripe {
  loaded ??= load("stripe") as typeof Stripe;
  return loaded;
}

function httpClient(outbound: Outbound, baseUrl: string): Stripe.HttpClient {
  return {
    getClientName: () => "billfold",
    makeRequest: async (_host, _port, path, method, headers, body, _protocol, timeoutMs) => {
      const result = await outbound.send({
        method: method === "GET" ? "GET" : "POST",
        url: `${baseUrl}${path}`,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        ...(method !== "GET" && { body }),
        timeoutMs,
        responseBytesMax: answerBytesMax,
      });
      // The error has no code on purpose: the package would retry on ECONNRESET.
      if (result.kind === "failed") throw new Error(result.message);
      return {
        getStatusCode: () => result.status,
        // Other headers would cause console warnings and retries by the package.
        getHeaders: () => ({}),
        getRawResponse: () => ({}),
        toStream: () => {
          throw new Error("nothing is streamed");
        },
        toJSON: async () => readAnswer(result),
      };
    },
  };
}

/**
 * The package assumes that a success is an object and a failure an object with an error. With text instead of an object
 * the call would never end, and a 500 without an error would count as a success.
 */
function readAnswer({ status, body, truncated }: OutboundResponse): object {
  const parsed = truncated ? undefined : parseObject(body);
  if (status < 200 || status > 299) return { error: isObject(parsed?.error) ? parsed.error : {} };
  if (!parsed || "error" in parsed) throw new Error("a success that is no JSON object");
  return parsed;
}
