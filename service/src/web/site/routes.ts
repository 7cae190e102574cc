import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { openAuth } from "../../domains/tenancy/users/service.ts";
import { accountEndpoints } from "./account.ts";
import { authEndpoints } from "./auth.ts";
import { mailPage } from "./mail-page.ts";
import { operatorEndpoints } from "./operator.ts";
import { sitePages } from "./pages.ts";
import { createSessionDescription, sessionEndpoint } from "./session.ts";
import type { SessionAuth } from "./session-auth.ts";
import { signupEndpoints } from "./signup.ts";
import { stepUpEndpoint } from "./step-up.ts";

/** The site for companies, except `/app/api`, where the API's own routes are mounted for sessions. */
export function site(server: FastifyInstance, context: Context, sessionAuth: SessionAuth): void {
  const auth = openAuth(context);
  authEndpoints(server, context, auth, sessionAuth);
  accountEndpoints(server, context, sessionAuth);
  sessionEndpoint(server, context, sessionAuth);
  stepUpEndpoint(server, context, auth, sessionAuth);
  signupEndpoints(server, context);
  operatorEndpoints(server, context, sessionAuth);
  mailPage(server, context, sessionAuth);
  sitePages(server, { describeSession: createSessionDescription(context, sessionAuth) });
}
