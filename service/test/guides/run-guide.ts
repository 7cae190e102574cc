import { execFileSync } from "node:child_process";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeFolder } from "./folder.ts";
import type { Guide, Prelude } from "./guide.ts";
import { compileCache, type GuideService, startGuideService } from "./guide-service.ts";
import { type Ports, partnerPort, receiverPort, reservePorts } from "./ports.ts";
import { looksLike, silentFailure } from "./printed.ts";
import { openShell, type Shell } from "./shell.ts";
import { runners, type Step } from "./steps.ts";
import { programName } from "./types.ts";

// Background output may arrive a moment after its cause, and a program takes a while to start.
const echoMs = 20_000;

type Session = {
  ports: Ports;
  service: GuideService;
  shell: Shell;
  save(file: string, text: string): string;
};

/** Runs every step of a guide, in a separate folder and with a separate service. Throws the first failure. */
export async function runGuide(
  guide: Guide,
  setting: { template: string; sdk: string; prelude: Prelude },
): Promise<void> {
  await using open = new AsyncDisposableStack();
  const ports = await reservePorts([setting.prelude.shell, ...guide.steps.map(({ code }) => code)]);
  const folder = makeFolder(setting.sdk);
  open.defer(folder.remove);
  const service = await startGuideService(folder, ports, setting.template, guide.settings);
  open.defer(service.close);
  const shell = openShell(folder.at, shellEnvironment(ports, service));
  open.defer(shell.close);
  const session = { ports, service, shell, save: folder.save };
  const report = (text: string) => ports.back(text).replaceAll(path.join(folder.at, "data"), "./data");
  for (const { file, code } of setting.prelude.files) folder.save(file, code);
  if (!(await shell.run(ports.put(setting.prelude.shell))))
    throw new Error(`The lines at the top of the quickstart fail: ${report(shell.output())}`);
  for (const step of guide.steps) {
    const missing = step.needs.filter((tool) => !isInstalled(tool));
    if (missing.length > 0) {
      console.warn(`${guide.file}:${step.line} is not tried: ${missing.join(", ")} is not installed here`);
      continue;
    }
    await tryStep(step, session, report).catch((error: Error) => {
      throw failureOf(
        guide,
        step,
        error,
        [screensOf(step, session).at(-1)!, service.complaints()].map(report),
      );
    });
  }
}

/** Everything that an author needs to see, without the stack of the test. */
function failureOf(
  guide: Guide,
  step: Step,
  { message }: Error,
  [printed = "", complaints = ""]: string[],
): Error {
  const failure = new Error(
    [`${guide.file}:${step.line}: ${message}`, "", step.code, "printed:", printed, complaints].join("\n"),
  );
  failure.stack = failure.message;
  return failure;
}

const screenOf = ({ kind }: Step, { service, shell }: Session) =>
  kind === "start" ? service.announcement : shell.output();

/**
 * The output that a guide may show: that of the reader's terminal, alone or with the other terminals; below a snippet
 * that keeps running, only its own.
 */
const screensOf = (step: Step, session: Session) =>
  step.kind === "terminal"
    ? [session.shell.lastTerminal()]
    : [screenOf(step, session), screenOf(step, session) + session.shell.elsewhere()];

async function tryStep(step: Step, session: Session, report: (text: string) => string): Promise<void> {
  if (!(await carryOut(step, session))) throw new Error("this snippet fails");
  const { printed } = step;
  if (printed === undefined) {
    const failure = step.kind === "start" ? undefined : silentFailure(report(screenOf(step, session)));
    if (failure === undefined) return;
    throw new Error(`this snippet prints '${failure}'. If it is meant to, show its output in a text fence`);
  }
  const deadline = performance.now() + echoMs;
  while (!screensOf(step, session).some((screen) => looksLike(report(screen), printed))) {
    if (performance.now() > deadline)
      throw new Error(`this snippet does not print what the guide shows:\n${printed}`);
    await delay(50);
  }
}

async function carryOut(
  { kind, language, code, line, file }: Step,
  { ports, service, shell, save }: Session,
): Promise<boolean> {
  if (kind === "start") return true;
  if (kind === "shell") return shell.run(ports.put(code));
  if (kind === "terminal") return shell.leave(ports.put(code));
  const saved = save(file ?? programName(line, language), ports.put(code));
  const runner = runners.get(language) ?? process.execPath;
  return kind === "file" || shell.program([runner, saved], programEnvironment(service));
}

const programEnvironment = ({ demo, env }: GuideService) => ({
  BILLFOLD_BASE_URL: env.BILLFOLD_BASE_URL!,
  BILLFOLD_APP_ID: demo.app_id,
  BILLFOLD_SECRET: demo.secret,
  BILLFOLD_WEBHOOK_SECRET: demo.webhook_secret,
});

function shellEnvironment(ports: Ports, service: GuideService): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return {
    ...service.env,
    HOME,
    // The Node of the service; a reader's own may be older.
    PATH: [path.dirname(process.execPath), PATH].join(path.delimiter),
    RECEIVER_PORT: String(ports.of(receiverPort)),
    PARTNER_PORT: String(ports.of(partnerPort)),
    NODE_COMPILE_CACHE: compileCache,
    // No package is downloaded while tests run.
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
    // npm's warnings about this machine's settings are not output of the snippet.
    npm_config_loglevel: "error",
  };
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync("bash", ["-c", `command -v ${tool}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
