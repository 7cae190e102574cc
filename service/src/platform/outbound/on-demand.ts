import type { createOutbound, Outbound } from "./outbound.ts";

/** Loads the HTTP client with the first call: a start is sooner done, and many processes make no calls. */
export function createOutboundOnDemand(options: Parameters<typeof createOutbound>[0]): Outbound {
  const load = async () => (await import("./outbound.ts")).createOutbound(options);
  let loading: Promise<Outbound> | undefined;
  return {
    send: async (request) => {
      loading ??= load();
      return (await loading).send(request);
    },
    close: async () => (await loading)?.close(),
  };
}
