import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { confirmSignup, signUp } from "../../domains/tenancy/signup/service.ts";
import { Acceptance, Confirmation, Signup } from "../../domains/tenancy/users/schema.ts";
import {
  acceptInvitation,
  countTry,
  hashPassword,
  type TryLimit,
} from "../../domains/tenancy/users/service.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { languageOf } from "../language.ts";
import { networkOf } from "../portal/visitor-limit.ts";
import { inEvenTime } from "./even-time.ts";
import { createReader } from "./input.ts";
import { requireOwnPage } from "./session-auth.ts";

const perAddress: TryLimit = { tries: 20, seconds: 60 * 60 };
// Each attempt sends a mail, and nobody wants many.
const perPerson: TryLimit = { tries: 5, seconds: 60 * 60 };

/** How people join: a company signs up with its first user, or a user is invited. Neither has a session yet. */
export function signupEndpoints(server: FastifyInstance, context: Context): void {
  const origin = new URL(context.config.siteUrl).origin;
  const readRegistration = createReader(Signup);
  const readConfirmation = createReader(Confirmation);
  const readAcceptance = createReader(Acceptance);
  const admit = async (request: FastifyRequest, what: string) => {
    requireOwnPage(request, origin, undefined);
    await countTry(context, `${what} ${networkOf(request.ip)}`, perAddress);
    return { requestId: request.id, address: request.ip };
  };

  server.post("/app/registrations", async (request, reply) => {
    const author = await admit(request, "register");
    const input = readRegistration(request);
    await countTry(context, `register ${input.user.email.toLowerCase()}`, perPerson);
    await inEvenTime(() => signUp(context, author, input, languageOf(request)));
    return reply.code(201).send({
      success: true,
      message: "Check your inbox: we have sent you a confirmation link.",
    });
  });

  server.post("/app/registrations/confirm", async (request) => {
    const author = await admit(request, "confirm");
    const { email } = await confirmSignup(context, author, readConfirmation(request));
    return { success: true, email, message: "Your address is confirmed and your password is set. Sign in." };
  });

  server.post("/app/invitations/accept", async (request) => {
    const author = await admit(request, "accept");
    const input = readAcceptance(request);
    const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password);
    const { email, isNew } = await inTransaction(context.db, (tx) =>
      acceptInvitation({ ...author, tx, now: context.clock.now() }, input, passwordHash),
    );
    const message = isNew
      ? "Your account is ready. Sign in."
      : "Your existing account now also belongs to this company. Sign in as usual.";
    return { success: true, email, message };
  });
}
