import { describe, expect, test } from "vitest";
import { machineOutput, peopleOutput } from "./output.ts";
import { createSpeed, progressLine } from "./progress.ts";
import type { Quarantined } from "./quarantine.ts";
import { reportOf, reportText } from "./report.ts";
import { createTally } from "./tally.ts";

function screen(isTTY: boolean) {
  const shown = { stdout: "", stderr: "" };
  const streams = {
    stdout: { write: (text: string) => (shown.stdout += text) },
    stderr: { write: (text: string) => (shown.stderr += text), isTTY },
  };
  return { shown, streams };
}

const counts = { registered: 1204, pending: 2, rejected: 3, incomplete: 1, left: 0 };
const entry: Quarantined = {
  invoice_id: 1042,
  invoice: "INV-000012",
  state: "rejected",
  code: "fiscal_rejected",
  message: "It said no.",
  errors: [{ field: "lines[0].hs_code", message: "is unknown" }],
  cure: "Correct it.",
  request_id: "req_1",
};

describe("progress", () => {
  test("is one line: done, rejected, pending, a second, and why all wait", () => {
    expect(progressLine(counts, 98.2, undefined)).toBe(
      "1,204 registered · 4 rejected · 2 pending · 98.2 a second",
    );
    expect(progressLine({ ...counts, left: 5 }, 0, { ms: 2400, reason: "not available" })).toBe(
      "1,204 registered · 4 rejected · 2 pending · 5 left · 0 a second · waiting 3 s: not available",
    );
  });

  test("is written over itself on a screen, and makes room for what is told", () => {
    const { shown, streams } = screen(true);
    const output = peopleOutput(streams, "watch");
    output.progress("1 registered");
    output.progress("2 registered");
    output.emit({ event: "quarantined", ...entry });
    expect(shown.stderr).toBe(
      "\r\u001b[2K1 registered\r\u001b[2K2 registered\r\u001b[2K" +
        "  INV-000012 (id 1042): fiscal_rejected, request req_1\n    lines[0].hs_code: is unknown\n    → Correct it.\n",
    );
  });

  test("is a line each where it goes to a file", () => {
    const { shown, streams } = screen(false);
    peopleOutput(streams, "once").progress("1 registered");
    expect(shown.stderr).toBe("1 registered\n");
  });

  test("speed is that of the last seconds", () => {
    let now = 0;
    const speed = createSpeed(() => now);
    const after = (ms: number, registered: number) => {
      now += ms;
      return speed(registered);
    };
    expect([after(1000, 50), after(1000, 100), after(4000, 100), after(10_000, 100)]).toEqual([
      50, 50, 10, 0,
    ]);
  });
});

test("machines get one JSON object a line, with the time", () => {
  const { shown, streams } = screen(false);
  machineOutput(streams, () => 0).emit({ event: "pending", invoice_id: 7, invoice: "INV-7" });
  expect(shown.stdout).toBe(
    '{"time":"1970-01-01T00:00:00.000Z","event":"pending","invoice_id":7,"invoice":"INV-7"}\n',
  );
});

describe("the report", () => {
  const tally = () => {
    const made = createTally(0);
    made.registered = 20;
    return made;
  };

  test("counts, names what is pending and left, and shows every fault with its cure", () => {
    const made = tally();
    made.pending.add(7);
    made.quarantine.set(1042, entry);
    made.quarantine.set(1043, {
      ...entry,
      invoice: "draft 1043",
      invoice_id: 1043,
      state: "rejected_earlier",
      errors: [],
    });
    const report = reportOf(made, "once", { reason: "gave_up", message: "Not now." }, 10_000);
    expect(reportText(report)).toBe(`20 invoices registered in 10 s, 2 a second.
Gave up: Not now. Run it again later; it continues where it stopped.
1 invoice still pending: the service completes them automatically; use --watch to follow.

1 invoice was rejected by the authority:
  INV-000012 (id 1042): fiscal_rejected, request req_1
    lines[0].hs_code: is unknown
    → Correct it.

1 invoice was rejected earlier and not tried again:
  draft 1043: fiscal_rejected, request req_1
    It said no.
    → Correct it.
`);
  });

  test.each([
    ["once", "done", false, 0],
    ["once", "done", true, 1],
    ["once", "stopped", true, 3],
    ["once", "gave_up", false, 3],
    ["watch", "stopped", false, 0],
    ["watch", "stopped", true, 1],
  ] as const)("%s, %s, something rejected: %s: exit code %i", (mode, reason, isRejected, code) => {
    const made = tally();
    if (isRejected) made.quarantine.set(1042, entry);
    expect(reportOf(made, mode, { reason }, 1000).exit_code).toBe(code);
  });
});
