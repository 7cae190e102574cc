import { describe, expect, test } from "vitest";
import { explainFailure, readHeaders } from "./delivery-failure.ts";

describe("the reason of a failed attempt", () => {
  test.each([
    [{ failure: "dns", status_code: null }, /host name/],
    [{ failure: "timeout", status_code: null }, /in time/],
    [{ failure: null, status_code: 301 }, /[Rr]edirect/],
    [{ failure: null, status_code: 401 }, /signature/],
    [{ failure: null, status_code: 404 }, /path/],
    [{ failure: null, status_code: 410 }, /disabled/],
    [{ failure: null, status_code: 422 }, /rejected/],
    [{ failure: null, status_code: 503 }, /logs/],
  ])("%j is explained", (attempt, words) => {
    expect(explainFailure(attempt)).toMatch(words);
  });

  test("of one that succeeded or is not finished does not exist", () => {
    expect(explainFailure({ failure: null, status_code: 204 })).toBeUndefined();
    expect(explainFailure({ failure: null, status_code: null })).toBeUndefined();
  });
});

test.each([
  [
    "X-Pay-Signature: t=1,v1=ab\nWebhook-Id: evt_1_2",
    { "X-Pay-Signature": "t=1,v1=ab", "Webhook-Id": "evt_1_2" },
  ],
  ['  "x-pay-signature": "t=1,v1=ab",\n}', { "x-pay-signature": "t=1,v1=ab" }],
  ["HTTP_X_PAY_SIGNATURE=t=1,v1=ab", { HTTP_X_PAY_SIGNATURE: "t=1,v1=ab" }],
  ["POST /hook HTTP/1.1\r\nHost: a.example\r\n\r\n", { Host: "a.example" }],
  ["nothing of the kind", {}],
])("headers are read from %j", (text, headers) => {
  expect(readHeaders(text)).toEqual(headers);
});
