import type { createOutbound, Outbound } from "./outbound.ts";

/** Loaded with the first call, for those who make few or none. */
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
