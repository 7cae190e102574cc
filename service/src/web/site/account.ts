import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { EmailChange, LanguageChange, LinkToken, NameChange } from "../../domains/tenancy/users/schema.ts";
import {
  changeName,
  confirmEmailChange,
  countTry,
  requestEmailChange,
  setLanguage,
  type TryLimit,
} from "../../domains/tenancy/users/service.ts";
import { stepUpRequired } from "../../http/authorize.ts";
import { languageCookieFor } from "../language.ts";
import { networkOf } from "../portal/visitor-limit.ts";
import { inEvenTime } from "./even-time.ts";
import { createReader } from "./input.ts";
import { requireOwnPage, type SessionAuth } from "./session-auth.ts";

const perPerson: TryLimit = { tries: 5, seconds: 60 * 60 };
const perAddress: TryLimit = { tries: 20, seconds: 60 * 60 };

/** `{site_base}/app/account`: what people change about themselves, besides the password. */
export function accountEndpoints(server: FastifyInstance, context: Context, sessionAuth: SessionAuth): void {
  const origin = new URL(context.config.siteUrl).origin;
  const readName = createReader(NameChange);
  const readLanguage = createReader(LanguageChange);
  const readEmail = createReader(EmailChange);
  const readToken = createReader(LinkToken);

  server.post("/app/account/name", async (request) => {
    const person = await sessionAuth.requireSession(request);
    const { name } = readName(request);
    await changeName(context, person, name, { requestId: request.id, address: request.ip });
    return { success: true, name };
  });

  // Not audited: it concerns nobody else.
  server.post("/app/account/language", async (request, reply) => {
    const person = await sessionAuth.requireSession(request);
    const { language } = readLanguage(request);
    await setLanguage(context.db, person.user_id, language, context.clock.now());
    return reply.header("set-cookie", languageCookieFor(request, language)).send({ success: true, language });
  });

  server.post("/app/account/email", async (request, reply) => {
    const person = await sessionAuth.requireSession(request);
    const { email } = readEmail(request);
    // A person who can change the address can reset the password.
    if (!person.proved) throw stepUpRequired();
    await countTry(context, `change email of ${person.user_id}`, perPerson);
    await inEvenTime(() => requestEmailChange(context, person, email));
    return reply.code(202).send({ success: true });
  });

  // Without a session: the link may be opened on another device.
  server.post("/app/account/email/confirm", async (request) => {
    requireOwnPage(request, origin, undefined);
    await countTry(context, `confirm email ${networkOf(request.ip)}`, perAddress);
    const { token } = readToken(request);
    const { email } = await confirmEmailChange(context, token, {
      requestId: request.id,
      address: request.ip,
    });
    return { success: true, email };
  });
}
