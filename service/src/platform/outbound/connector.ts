import { isIP, type LookupFunction, type Socket } from "node:net";
import { buildConnector } from "undici";
import { addressFault } from "./addresses.ts";
import { errorWithReason } from "./failures.ts";

export type Connect = (
  target: buildConnector.Options,
  callback: buildConnector.Callback,
) => Socket | undefined;

/**
 * Opens connections, over TLS with the certificate verified. A guarded connection only goes to public addresses, and is
 * checked three times: the address in the URL, the resolved addresses, and the connected address.
 */
export function buildConnect(options: { lookup: LookupFunction; guarded: boolean }): Connect {
  const { guarded, lookup } = options;
  const connect = buildConnector({
    lookup: guardedLookup(lookup, guarded),
    allowH2: false,
    // This is set explicitly, because the environment can change the default.
    rejectUnauthorized: true,
    // Each call has its own deadline.
    timeout: 0,
    // undici returns the socket while it is still connecting, although its types do not say so.
  }) as unknown as (...args: Parameters<Connect>) => Socket;
  return ({ hostname, host, protocol, port }, callback) => {
    if (guarded && isIP(hostname) && addressFault(hostname)) {
      process.nextTick(callback, refusal(hostname), null);
      return undefined;
    }
    // `servername` is omitted, because undici takes it from a Host header: the certificate is verified against the URL.
    const socket = connect({ hostname, host: host ?? hostname, protocol, port }, callback);
    if (guarded) socket.prependOnceListener("connect", () => refuseUnlessPublic(socket, hostname));
    return socket;
  };
}

function refuseUnlessPublic(socket: Socket, hostname: string): void {
  if (addressFault(socket.remoteAddress ?? "")) socket.destroy(refusal(hostname));
}

function guardedLookup(lookup: LookupFunction, guarded: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(unresolved(hostname, error.code), []);
      const all = Array.isArray(found) ? found : [{ address: found, family: family ?? isIP(found) }];
      const [first, ...others] = guarded ? all.filter(({ address }) => !addressFault(address)) : all;
      if (!first) return callback(all[0] ? refusal(hostname) : unresolved(hostname), []);
      if (options.all) return callback(null, [first, ...others]);
      callback(null, first.address, first.family);
    });
  };
}

function unresolved(hostname: string, code?: string): Error {
  const passing = code === "EAI_AGAIN" ? " just now" : "";
  return errorWithReason("dns", `the host name ${hostname} could not be resolved${passing}`);
}

/**
 * Companies see this message and may enter any host, so it reveals neither the address nor its kind: otherwise they
 * could probe the names in the operator's network.
 */
function refusal(hostname: string): Error {
  const words = isIP(hostname) ? "is" : "leads to";
  return errorWithReason(
    "address_refused",
    `${hostname} ${words} a non-public address; only public addresses are allowed`,
  );
}
