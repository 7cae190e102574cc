import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../service/test/free-port.ts";

/** Runs worker.mjs of this folder in workerd, and gives what it answers. */
export async function askWorker(home: string, api: string): Promise<unknown> {
  const port = await freePort();
  writeFileSync(path.join(home, "config.capnp"), configOf(port, api));
  const binary = path.join(home, "node_modules/.bin/workerd");
  const worker = spawn(binary, ["serve", "config.capnp"], {
    cwd: home,
    stdio: ["ignore", "inherit", "inherit"],
  });
  try {
    return await (await whenUp(`http://127.0.0.1:${port}`, () => worker.exitCode !== null)).json();
  } finally {
    worker.kill();
  }
}

const configOf = (port: number, api: string) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  bindings = [(name = "API", text = "${api}")],
  compatibilityDate = "2025-01-01",
);
`;

async function whenUp(address: string, hasEnded: () => boolean): Promise<Response> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await fetch(address);
    } catch (error) {
      if (hasEnded() || Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}
