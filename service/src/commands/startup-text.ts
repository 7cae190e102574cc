import path from "node:path";
import type { Config } from "../config/config.ts";
import type { Quiet } from "../platform/ops/installation.ts";
import type { Demo } from "./demo.ts";
import type { MetricsServer } from "./metrics-server.ts";

export type DemoFile = Demo & { file: string };

export function printStartup(
  config: Config,
  metrics: MetricsServer | undefined,
  demo: DemoFile | undefined,
): void {
  const lines = [
    "",
    `Billfold is ready (${config.environment}).`,
    ...(config.roles.api
      ? [
          `  Site           ${config.siteUrl}/`,
          `  API            ${config.baseUrl}`,
          `  Documentation  ${config.siteUrl}/docs`,
        ]
      : ["  Background work only: BILLFOLD_ROLE is worker", ...sandboxNotice(config)]),
  ];
  if (metrics) lines.push(`  Metrics        ${metrics.url}`);
  if (demo) {
    // Standard output carries the log, which is stored and shipped, so the secret goes to standard error, and only
    // once.
    process.stderr.write(`${credentialLines(demo).join("\n")}\n`);
    lines.push(...firstInvoiceLines(config, demo));
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

/**
 * A process that is only a worker starts no sandbox, because it would differ from that of the process serving the API.
 */
function sandboxNotice({ environment, sandboxGateway }: Config): string[] {
  if (environment === "production" || sandboxGateway.url) return [];
  return ["  Sandbox payments and refunds are not processed: set BILLFOLD_SANDBOX_GATEWAY_URL"];
}

const credentialLines = (demo: DemoFile) => [
  "",
  `A demo company was created for you. Its credentials are shown only now and saved in ${demo.file}:`,
  `  Company  ${demo.company_id}`,
  `  App ID   ${demo.app_id}`,
  `  Secret   ${demo.secret}`,
];

function firstInvoiceLines(config: Config, demo: DemoFile): string[] {
  const body = `{"customer_id":${demo.customer_id},"lines":[{"description":"Consulting","quantity":3,"unit_price":45000,"tax_rate":7.5}]}`;
  const file = path.resolve(demo.file).replaceAll("\\", "/");
  const key = `$(node -p "var d = require('${file}'); d.app_id + ':' + d.secret")`;
  return [
    "",
    `The demo company's credentials are in ${demo.file}. Create your first invoice:`,
    `  curl -s ${config.baseUrl}/invoices -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' -d '${body}'`,
  ];
}

export function printQuiet(quiet: Quiet | undefined): void {
  if (!quiet) return;
  process.stdout.write(
    `This service is NOT ACTIVE. ${quiet.says} It sends nothing and refuses changes. ${quiet.cure}\n\n`,
  );
}
