import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Post, type Subscriber, startPost } from "./deliveries.fixture.ts";

let post: Post;
beforeAll(async () => {
  post = await startPost({ attemptTimeoutMs: 500 });
});
afterAll(() => post.close());

test("an event arrives, signed, with the very bytes that are stored", async () => {
  const company = await post.subscriber("/first");
  await company.customer();
  const sent = await post.worker.pass();
  console.log(sent, post.receiver.received);
  const { body } = await company.call("GET /webhooks/deliveries");
  console.log(JSON.stringify(body, null, 1));
  const one = await company.call(`GET /webhooks/deliveries/${body.deliveries[0].id}`);
  console.log(one.text);
});
