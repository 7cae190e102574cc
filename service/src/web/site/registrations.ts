import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { inTransaction } from "../../foundation/database.ts";
import { Acceptance, Registration } from "../../modules/accounts/schema.ts";
import {
  type Auth,
  acceptInvitation,
  countTry,
  hashPassword,
  type Limit,
} from "../../modules/accounts/service.ts";
import { register } from "../../modules/registrations/service.ts";
import { networkOf } from "../portal/visitors.ts";
import { requireOwnPage } from "./door.ts";
import { createReader } from "./input.ts";

const perAddress: Limit = { tries: 20, seconds: 60 * 60 };
// Each sends a mail, and nobody wants many.
const perPerson: Limit = { tries: 5, seconds: 60 * 60 };

/** How people join: a company registers with its first user, or somebody is invited. Neither has a session yet. */
export function registrationEndpoints(
  server: FastifyInstance,
  context: Context,
  auth: () => Promise<Auth>,
): void {
  const origin = new URL(context.config.siteUrl).origin;
  const readRegistration = createReader(Registration);
  const readAcceptance = createReader(Acceptance);
  const admit = async (request: FastifyRequest, what: string) => {
    requireOwnPage(request, origin, undefined);
    await countTry(context, `${what} ${networkOf(request.ip)}`, perAddress);
  };

  server.post("/app/registrations", async (request, reply) => {
    await admit(request, "register");
    const input = readRegistration(request);
    await countTry(context, `register ${input.user.email.toLowerCase()}`, perPerson);
    const outcome = await register(context, { requestId: request.id, address: request.ip }, input);
    if (outcome !== "known") sendConfirmation(context, auth, input.user.email);
    return reply.code(201).send({
      success: true,
      message: "Look into your mail: it says how to go on.",
    });
  });

  server.post("/app/invitations/accept", async (request) => {
    await admit(request, "accept");
    const input = readAcceptance(request);
    const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password);
    const { email, isNew } = await inTransaction(context.db, (tx) => {
      const author = { requestId: request.id, address: request.ip };
      return acceptInvitation({ ...author, tx, now: context.clock.now() }, input, passwordHash);
    });
    const message = isNew
      ? "Your account is ready. Sign in."
      : "You have an account already, and it is now part of the company too. Sign in as you always do.";
    return { success: true, email, message };
  });
}

// Not awaited: its duration would reveal whether the address is known.
function sendConfirmation({ log }: Context, auth: () => Promise<Auth>, email: string): void {
  auth()
    .then(({ api }) => api.sendVerificationEmail({ body: { email } }))
    .catch((error: unknown) => log.error({ err: error }, "a confirmation could not be sent"));
}
