import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../service/src/config/config.ts";
import { settings } from "../service/src/config/settings.ts";
import { packageManifest } from "./packaging/manifest.ts";

const root = path.join(import.meta.dirname, "..");
const deploy = path.join(root, "deploy");
const read = (name: string) => readFileSync(path.join(deploy, name), "utf8");
const manifest = packageManifest(root) as unknown as { version: string; bin: { billfold: string } };
const workspace = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

type Container = {
  build?: { context: string; dockerfile: string };
  command?: string[];
  expose?: string[];
  ports?: string[];
  depends_on?: Record<string, unknown>;
  volumes?: string[];
  stop_grace_period?: string;
  logging?: { options: Record<string, string> };
  environment?: Record<string, string>;
};
const compose = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, Container>;
  volumes: Record<string, unknown>;
};

// The service's maximum shutdown time, and the longest wait of a long poll for events.
const shutdownSeconds = 30;
const longPollSeconds = 30;

test("every setting that is named exists", () => {
  const known = new Set(settings.map(({ name }) => name));
  const files = readdirSync(deploy, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const entry of files) {
    const file = path.relative(deploy, path.join(entry.parentPath, entry.name));
    const named = read(file).match(/\b(BILLFOLD_[A-Z_]+|DATABASE_URL)\b/g) ?? [];
    expect({ file, unknown: named.filter((name) => !known.has(name)) }).toEqual({ file, unknown: [] });
  }
});

test("the example's settings are good ones for production, once its secrets are filled in", () => {
  const lines = read(".env.example").matchAll(/^#?([A-Z_]+)=(.*)$/gm);
  const given = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  const key = `k1:${randomBytes(32).toString("base64")}`;
  const config = readConfig({ ...given, BILLFOLD_ENCRYPTION_KEYS: key });
  expect(config).toMatchObject({
    environment: "production",
    host: "0.0.0.0",
    metricsHost: "10.0.0.4",
    trustedProxies: ["10.0.0.5"],
  });
});

describe("the Dockerfile", () => {
  const dockerfile = read("Dockerfile");

  test("says first that nobody has built it", () => {
    for (const file of ["Dockerfile", "compose.yaml"]) expect(read(file)).toMatch(/^# UNTRIED:/);
  });

  test("starts what the package starts, on the Node that the repository pins", () => {
    expect(dockerfile).toContain(`"/app/${manifest.bin.billfold}"`);
    const [major] = workspace.dependencies.node.split(".");
    expect(dockerfile.match(/^FROM .*$/gm)).toEqual([
      `FROM node:${major}-slim AS build`,
      `FROM node:${major}-slim`,
    ]);
    expect(dockerfile).toContain(`ARG VERSION=${manifest.version}\n`);
  });

  test("runs scripts that exist, and tunes Node as npm start does", () => {
    for (const [, script] of dockerfile.matchAll(/^RUN npm run ([\w:]+)$/gm))
      expect(workspace.scripts).toHaveProperty(script!);
    const flags = workspace.scripts.start.match(/--\S+=\d+/g) as string[];
    expect(flags).toHaveLength(1);
    for (const flag of flags) {
      for (const file of ["Dockerfile", "billfold.service", "billfold-worker.service"])
        expect(read(file)).toContain(flag);
    }
  });

  test("copies what npm and the packing leave behind", () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/source\/(\S+) (\S+)$/gm)].map(
      ([, from, to]) => [from, to],
    );
    expect(copied).toEqual([
      ["node_modules", "./node_modules"],
      ["service/node_modules", "./service/node_modules"],
      ["dist/billfold", "./"],
    ]);
    expect(readFileSync(path.join(root, "scripts/pack.ts"), "utf8")).toContain('path.join(dist, "billfold")');
  });
});

describe("the compose file", () => {
  const { services, volumes } = compose;

  test("names services, volumes and files that exist", () => {
    for (const { depends_on = {}, volumes: mounted = [], build } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name);
      if (build) expect(existsSync(path.resolve(deploy, build.context, build.dockerfile))).toBe(true);
      for (const mount of mounted.map((text) => text.split(":")[0]!)) {
        if (mount === "./tls") continue;
        if (mount.startsWith("./")) expect(existsSync(path.join(deploy, mount))).toBe(true);
        else expect(volumes).toHaveProperty(mount);
      }
    }
  });

  test("lets no log grow without end, nor nginx's, whose image shows access.log alone", () => {
    for (const { logging } of Object.values(services)) expect(logging?.options["max-size"]).toBe("50m");
    const files = [...read("nginx.conf").matchAll(/access_log (\S+)/g)].map(([, file]) => file);
    expect(new Set(files)).toEqual(new Set(["/var/log/nginx/access.log"]));
  });

  test("has each process do its part, on the database beside it", () => {
    expect(services.migrate?.command).toEqual(["migrate"]);
    expect(services.api?.environment?.BILLFOLD_ROLE).toBe("api");
    expect(services.worker?.environment?.BILLFOLD_ROLE).toBe("worker");
    for (const name of ["migrate", "api", "worker"]) {
      expect(services[name]?.environment?.DATABASE_URL).toContain("@database:5432/billfold");
    }
  });
});

test("all agree on the ports", () => {
  const { port, metricsPort } = readConfig({});
  expect(read("Dockerfile")).toContain(`EXPOSE ${port}\n`);
  expect(read("Dockerfile")).toContain(`PORT=${port} `);
  expect(compose.services.api?.expose).toEqual([String(port), String(metricsPort)]);
  expect(compose.services.worker?.expose).toEqual([String(metricsPort)]);
  expect(read("compose.yaml")).toContain(`server api:${port} resolve;`);
  expect(read("nginx-upstream.conf")).toContain(`server 127.0.0.1:${port};`);
});

test("whoever stops the service gives it the time that it takes", () => {
  for (const unit of ["billfold.service", "billfold-worker.service"]) {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read(unit))?.[1])).toBeGreaterThan(shutdownSeconds);
  }
  for (const name of ["api", "worker"]) {
    expect(Number.parseInt(compose.services[name]!.stop_grace_period!, 10)).toBeGreaterThan(shutdownSeconds);
  }
});

test("nginx waits for those who wait for events, and lets connections go before the service does", () => {
  expect(Number(/proxy_read_timeout (\d+)s/.exec(read("nginx.conf"))?.[1])).toBeGreaterThan(
    longPollSeconds + 10,
  );
  const kept = /keepAliveTimeout: (\d+)_000/.exec(
    readFileSync(path.join(root, "service/src/app.ts"), "utf8"),
  )?.[1];
  for (const file of ["nginx-upstream.conf", "compose.yaml"]) {
    expect(Number(/keepalive_timeout (\d+)s/.exec(read(file))?.[1])).toBeLessThan(Number(kept));
  }
});

describe("metrics, which have no login,", () => {
  test("are shown by the units and the image to nobody but this machine", () => {
    expect(readConfig({}).metricsHost).toBe("127.0.0.1");
    for (const file of ["billfold.service", "billfold-worker.service", "Dockerfile"])
      expect(read(file)).not.toMatch(/BILLFOLD_METRICS_HOST\s*[=:]/);
  });

  test("leave their containers, for those on the same network, but no port of the host leads there", () => {
    for (const [name, { environment, ports = [] }] of Object.entries(compose.services)) {
      if (["api", "worker"].includes(name)) expect(environment?.BILLFOLD_METRICS_HOST).toBe("0.0.0.0");
      expect(ports.join()).not.toContain("9464");
      if (name !== "proxy") expect(ports).toEqual([]);
    }
  });
});

test("both units are locked in alike, and start what the package brings", () => {
  const lines = (unit: string) =>
    read(unit)
      .split("\n")
      .filter((line) => !/^(#|$|Description=|Environment=BILLFOLD_(ROLE|METRICS_PORT)=)/.test(line));
  expect(lines("billfold-worker.service")).toEqual(lines("billfold.service"));
  expect(lines("billfold.service")).toContainEqual(
    expect.stringContaining(` /opt/billfold/node_modules/billfold/${manifest.bin.billfold} serve`),
  );
});

describe("the cluster", () => {
  const patroni = parse(read("cluster/patroni.yml")) as {
    etcd: { hosts: string };
    bootstrap: { dcs: Record<string, unknown> & { postgresql: { parameters: Record<string, unknown> } } };
  };
  const { dcs } = patroni.bootstrap;
  const haproxy = read("cluster/haproxy.cfg");
  const settingsOf = (name: string) =>
    Object.fromEntries(
      [...read(name).matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, key, value]) => [key!, value!]),
    );

  test("has all settings that zero loss needs", () => {
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    expect(dcs.postgresql.parameters).toMatchObject({ synchronous_commit: "on" });
  });

  test("leaves a primary time to give up before another one takes over", () => {
    const { ttl, loop_wait, retry_timeout } = dcs as Record<string, number>;
    expect(loop_wait! + 2 * retry_timeout!).toBeLessThanOrEqual(ttl!);
  });

  test("uses etcd's v2 API, which Patroni before 3.0.3 needs, and etcd offers it", () => {
    expect(settingsOf("cluster/etcd.env")).toMatchObject({ ETCD_ENABLE_V2: "true" });
    const peers = settingsOf("cluster/etcd.env").ETCD_INITIAL_CLUSTER!.match(/[\d.]+(?=:2380)/g)!;
    expect(patroni.etcd.hosts).toBe(peers.map((host) => `${host}:2379`).join());
    for (const host of peers) expect(haproxy).toContain(` ${host}:5432\n`);
  });

  test("drains nodes for longer than HAProxy needs to notice", () => {
    const [, inter, fall] = /default-server check inter (\d+)s rise 1 fall (\d+)\n/.exec(haproxy)!;
    const { BILLFOLD_DRAIN_SECONDS } = settingsOf("cluster/billfold.env");
    expect(Number(inter) * Number(fall)).toBeLessThan(Number(BILLFOLD_DRAIN_SECONDS));
  });

  test("has good settings for production, once its secrets are filled in", () => {
    const key = `k1:${randomBytes(32).toString("base64")}`;
    const given = settingsOf("cluster/billfold.env");
    expect(readConfig({ ...given, BILLFOLD_ENCRYPTION_KEYS: key })).toMatchObject({
      environment: "production",
      host: "10.0.0.21",
      trustedProxies: ["10.0.0.10"],
    });
  });
});
