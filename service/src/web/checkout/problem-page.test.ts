import { describe, expect, test } from "vitest";
import { type Problem, renderProblem } from "./problem-page.ts";
import { read } from "./view.fixture.ts";

const checkoutUrl = "https://x.example/pay/checkout/pl_1_a";

describe("a problem says what happened and what to do", () => {
  test.each<[Problem, number, string[]]>([
    [
      { name: "missing" },
      404,
      ["can’t find this payment link", "You have not been charged", "Open the link again"],
    ],
    [{ name: "insecure", checkoutUrl }, 403, ["needs a secure connection", "Open the secure page"]],
    [{ name: "declined" }, 502, ["could not be started", "You have not been charged", "ask the company"]],
    [{ name: "busy" }, 429, ["Too many attempts", "wait a moment, then try again"]],
    [{ name: "busy", retryAfterSeconds: 1 }, 429, ["wait a second, then"]],
    [{ name: "busy", retryAfterSeconds: 20 }, 429, ["wait 20 seconds, then"]],
    [{ name: "busy", retryAfterSeconds: 61 }, 429, ["wait 2 minutes, then"]],
    [
      { name: "unreachable" },
      503,
      ["The payment provider can’t be reached", "You have not been charged", "try again in a minute"],
    ],
    [
      { name: "unreachable", status: 502 },
      502,
      ["The payment provider can’t be reached", "You have not been charged"],
    ],
    [{ name: "down" }, 503, ["try again in a minute", "do not pay again"]],
    [{ name: "refused" }, 422, ["could not understand", "Go back to the payment page"]],
    [{ name: "fault" }, 500, ["went wrong on our side", "Do not pay again before you have checked"]],
  ])("%o", (problem, status, sentences) => {
    const page = renderProblem(problem);
    expect(page.status).toBe(status);
    for (const sentence of sentences) expect(read(page)).toContain(sentence);
  });

  test.each<Problem>([{ name: "down" }, { name: "fault" }])(
    "$name never claims that nothing was charged, because it can't know",
    (problem) => {
      expect(read(renderProblem(problem))).not.toMatch(/charged/);
    },
  );

  test("the way back, the number to ask with, and when to try again are given where they are known", () => {
    const bare = renderProblem({ name: "busy" });
    expect(bare.html).not.toContain("<a ");
    expect(bare.headers["retry-after"]).toBeUndefined();
    const full = renderProblem({ name: "busy", checkoutUrl, requestId: "req_1", retryAfterSeconds: 30 });
    expect(full.html).toContain('href="/pay/checkout/pl_1_a"');
    expect(read(full)).toContain("quote this number: req_1");
    expect(full.headers["retry-after"]).toBe("30");
  });

  test("over plain HTTP the way on is the secure address, and not back where the buyer is", () => {
    expect(renderProblem({ name: "insecure", checkoutUrl }).html).toContain(`href="${checkoutUrl}"`);
  });

  test("is in French too", () => {
    const page = renderProblem({ name: "busy", retryAfterSeconds: 20 }, "fr");
    expect(page.html).toContain('<html lang="fr" dir="ltr">');
    expect(read(page)).toContain("Patientez 20 secondes, puis réessayez.");
  });
});
