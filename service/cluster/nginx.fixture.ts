import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findProgram, nodes, nodeUrlOf, type Trial } from "../../deploy/cluster/trial-cluster.ts";

export const nginx = findProgram("nginx");
if (!nginx) console.warn("SKIPPED: the rolling restart behind nginx needs nginx");

const deploy = path.join(import.meta.dirname, "..", "..", "deploy");
const read = (name: string) => readFileSync(path.join(deploy, name), "utf8");

/** Starts nginx with the files of deploy/, for the trial's nodes and without TLS; returns its URL. */
export async function startNginx(open: AsyncDisposableStack, trial: Trial): Promise<string> {
  const folder = path.join(trial.folder, "nginx");
  mkdirSync(folder, { mode: 0o777 });
  const address = `${trial.network}.9:8080`;
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, configuration(trial, folder, address));
  const child = spawn(nginx!, ["-p", folder, "-c", file], { stdio: "ignore" });
  open.defer(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "close");
  });
  const url = `http://${address}`;
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended: ${readFileSync(`${folder}/error.log`, "utf8")}`);
    await delay(100);
  }
  return url;
}

function configuration(trial: Trial, folder: string, address: string): string {
  const servers = nodes.map((node) => `server ${new URL(nodeUrlOf(trial, node)).host};`).join("\n    ");
  const upstream = read("nginx-upstream.conf").replace("server 127.0.0.1:8080;", servers);
  const server = read("nginx.conf")
    // The server of port 80 only refuses and redirects.
    .replace(/^server \{\n {4}listen 80;.*?^\}\n/ms, "")
    .replace(/^ +listen 443 .*$/m, `    listen ${address};`)
    .replace(/^ +(listen|ssl_\w+) .*\b(443|ssl|tls|TLS|1d|off).*$/gm, "")
    .replaceAll("/var/log/nginx", folder);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  return `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
${folders}
${upstream}
${server}
}
`;
}
