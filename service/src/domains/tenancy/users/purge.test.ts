import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { purgeSessions } from "./service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** One row of each kind that ends at a moment, of a person. */
const insertions = {
  user_sessions: `insert into user_sessions (user_id, token, expires_at, created_at, updated_at) values ($1, $2, $3, $3, $3)`,
  user_confirmations: `insert into user_confirmations (token_hash, user_id, created_at, expires_at)
    values (sha256(convert_to($2, 'utf8')), $1, $3, $3)`,
  user_email_changes: `insert into user_email_changes (token_hash, user_id, email, created_at, expires_at)
    values (sha256(convert_to($2, 'utf8')), $1, 'new@example.com', $3, $3)`,
  user_verifications: `insert into user_verifications (identifier, value, expires_at, created_at, updated_at)
    values ($1::text, $2, $3, $3, $3)`,
};
const ofPerson = (table: string) =>
  table === "user_verifications" ? "identifier = $1::text" : "user_id = $1::bigint";

test.each(Object.entries(insertions))(
  "%s that have ended are deleted, and no others",
  async (table, insert) => {
    const { context, clock } = service;
    const { user } = await signIn(service, {});
    await context.db.query("delete from user_sessions where user_id = $1", [user.id]);
    const now = clock.now().getTime();
    for (const expiresAt of [now - 1000, now, now + 1, now + 1000]) {
      await context.db.query(insert, [user.id, randomUUID(), new Date(expiresAt)]);
    }
    expect(await purgeSessions(context)).toBeGreaterThanOrEqual(2);
    const left = await context.db.query<{ expires_at: Date }>(
      `select expires_at from ${table} where ${ofPerson(table)} order by 1`,
      [user.id],
    );
    expect(left.map(({ expires_at }) => expires_at.getTime())).toEqual([now + 1, now + 1000]);
  },
);
