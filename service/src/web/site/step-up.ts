import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { ApiError, invalidField } from "../../contract/errors.ts";
import { Proof } from "../../domains/tenancy/users/schema.ts";
import {
  type Auth,
  countTry,
  findCredentialOf,
  markProved,
  passwordMatches,
  resetTries,
} from "../../domains/tenancy/users/service.ts";
import { networkOf } from "../portal/visitor-limit.ts";
import { guessLimit, guessLimitPerAddress, passwordCounter } from "./auth.ts";
import { createReader } from "./input.ts";
import type { SessionAuth, SignedIn } from "./session-auth.ts";

/**
 * `POST /app/step-up`: a signed-in user proves their identity again, by the password or by a code of the authenticator
 * app, and may then make sensitive changes for ten minutes in this session.
 */
export function stepUpEndpoint(
  server: FastifyInstance,
  context: Context,
  auth: () => Promise<Auth>,
  sessionAuth: SessionAuth,
): void {
  const read = createReader(Proof);
  server.post("/app/step-up", async (request, reply) => {
    const person = await sessionAuth.requireSession(request);
    await countTry(context, `step-up ${networkOf(request.ip)}`, guessLimit);
    const { password, code } = read(request);
    if ((password === undefined) === (code === undefined)) {
      throw invalidField("password", "or code is required, but not both");
    }
    // All endpoints that ask for a session's password share this counter.
    const counter = passwordCounter(person);
    await countTry(context, counter, guessLimitPerAddress);
    const isRight =
      password === undefined
        ? await codeMatches(await auth(), person, code!, request.headers.cookie ?? "")
        : await passwordIs(context, person, password);
    if (!isRight) throw wrongProof(password === undefined ? "code" : "password");
    await markProved(context.db, person.session_id);
    await resetTries(context.db, counter);
    return reply.header("cache-control", "no-store").send({ success: true });
  });
}

async function passwordIs({ db }: Context, person: SignedIn, password: string): Promise<boolean> {
  const credential = await findCredentialOf(db, person.user_id);
  return credential !== undefined && passwordMatches(password, credential.password);
}

/** Only for an app that is already set up, because verifying the first code of a new one enables it. */
async function codeMatches({ api }: Auth, person: SignedIn, code: string, cookie: string): Promise<boolean> {
  if (!person.two_factor_enabled) return false;
  return api
    .verifyTOTP({ body: { code: code.replaceAll(/\s/g, "") }, headers: new Headers({ cookie }) })
    .then(() => true)
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode !== undefined && error.statusCode < 500) return false;
      throw error;
    });
}

const wrongProof = (what: "password" | "code") =>
  new ApiError(
    403,
    "proof_wrong",
    what === "password"
      ? "That is not your password. Try again."
      : "That code is wrong or has expired. Enter the code your app shows now, or use your password.",
  );
