import pg from "pg";

/**
 * The servers of DATABASE_URL, which may name several as libpq's URLs do:
 * `postgres://user:password@a:5432,b:5432/billfold?target_session_attrs=read-write`.
 */
export type Servers = {
  /** Without credentials, for messages. */
  text: string;
  /** One URL for each server. */
  urls: readonly string[];
  /** Whether each connection has to be led to the server that accepts writes. */
  mustBeWritable: boolean;
};

const attribute = "target_session_attrs";
// Connections that are opened together share one look at the servers.
const reuseMs = 250;
const probeMaxMs = 2000;

/** Throws an error whose message continues "DATABASE_URL …" and contains no credentials. */
export function parseServers(databaseUrl: string): Servers {
  const start = databaseUrl.indexOf("://") + 3;
  const authorityEnd = indexOrEnd(databaseUrl, start, ["/", "?", "#"]);
  const hostsStart = Math.max(start, databaseUrl.lastIndexOf("@", authorityEnd) + 1);
  const hosts = databaseUrl.slice(hostsStart, authorityEnd).split(",");
  const urls = hosts.map((host) => databaseUrl.slice(0, hostsStart) + host + databaseUrl.slice(authorityEnd));
  if (hosts.length > 1 && hosts.includes("")) throw new Error("has an empty host in its list of hosts");
  if (!urls.every((url) => URL.canParse(url))) {
    throw new Error(
      "must be a URL that starts with postgres:// or postgresql://, with one host or several: postgres://user:password@a:5432,b:5432/billfold",
    );
  }
  const wanted = new URL(urls[0]!).searchParams.get(attribute);
  if (wanted !== null && wanted !== "read-write" && wanted !== "primary") {
    throw new Error(`must have ${attribute}=read-write: the service needs a server that accepts writes`);
  }
  const { pathname } = new URL(urls[0]!);
  return {
    text: `${hosts.join(",")}${pathname}`,
    urls,
    mustBeWritable: hosts.length > 1 || wanted !== null,
  };
}

function indexOrEnd(text: string, from: number, ends: readonly string[]): number {
  const found = ends.map((end) => text.indexOf(end, from)).filter((at) => at >= 0);
  return Math.min(text.length, ...found);
}

/** What the driver needs for connections to these servers: a URL, and the class of its clients. */
export function connectionTo(databaseUrl: string): { connectionString: string; Client: typeof pg.Client } {
  const { urls, mustBeWritable } = parseServers(databaseUrl);
  if (!mustBeWritable) return { connectionString: databaseUrl, Client: pg.Client };
  return { connectionString: urls[0]!, Client: clientOfWritable(urls) };
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/** A client that looks for the server that accepts writes each time before it connects: after a failover it is another. */
function clientOfWritable(urls: readonly string[]): typeof pg.Client {
  const find = shared((waitMaxMs: number) => findWritable(urls, waitMaxMs), reuseMs);
  return class extends pg.Client {
    readonly #waitMaxMs: number;

    constructor(config?: pg.ClientConfig) {
      super(config);
      this.#waitMaxMs = Math.min(config?.connectionTimeoutMillis || probeMaxMs, probeMaxMs);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): unknown {
      const connected = find(this.#waitMaxMs).then((server) => {
        // The driver reads both when it connects.
        Object.assign(this, server);
        return super.connect();
      });
      if (!callback) return connected.then(() => this);
      connected.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      );
      return undefined;
    }
  } as typeof pg.Client;
}

type Address = { host: string; port: number };

/** All servers are asked at once, so that one that is silent does not delay the connection to the others. */
async function findWritable(urls: readonly string[], waitMaxMs: number): Promise<Address> {
  const refusals: Error[] = [];
  const asked = urls.map((url) =>
    probe(url, waitMaxMs).catch((error: Error) => {
      refusals.push(error);
      throw error;
    }),
  );
  return Promise.any(asked).catch(() => {
    const words = refusals.map(({ message }) => message).join("; ");
    // Without a code it counts as silence: the listener then closes the connections to a server that hangs.
    const isSilence = refusals.some((refusal) => (refusal as { code?: string }).code === undefined);
    throw Object.assign(
      new Error(`No server in DATABASE_URL accepts writes (${words})`),
      isSilence ? {} : { code: "08001" },
    );
  });
}

async function probe(url: string, waitMaxMs: number): Promise<Address> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "billfold probe",
    connectionTimeoutMillis: waitMaxMs,
    query_timeout: waitMaxMs,
  });
  client.on("error", () => undefined);
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ read_only: string }>(
      "select current_setting('transaction_read_only') as read_only",
    );
    if (rows[0]?.read_only === "off") return { host, port };
    throw Object.assign(new Error("read-only"), { code: "25006" });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw Object.assign(new Error(`${host}:${port}: ${message || code}`), code === undefined ? {} : { code });
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Calls while one is in progress, and shortly after it succeeded, get its result. */
function shared<A extends unknown[], T>(work: (...args: A) => Promise<T>, keepMs: number) {
  let current: Promise<T> | undefined;
  return (...args: A): Promise<T> => {
    if (current) return current;
    const mine = work(...args);
    const forget = () => {
      if (current === mine) current = undefined;
    };
    current = mine;
    mine.then(() => setTimeout(forget, keepMs).unref(), forget);
    return mine;
  };
}
