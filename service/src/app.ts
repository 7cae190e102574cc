import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { actorOf } from "./access.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { arrival } from "./http/arrival.ts";
import { authenticate } from "./http/authenticate.ts";
import { createConcurrencyLimit } from "./http/concurrency-limit.ts";
import { discardUnread } from "./http/discard.ts";
import { documentation } from "./http/documentation.ts";
import { createErrorHandler, unknownPath } from "./http/error-handler.ts";
import { health } from "./http/health.ts";
import { mountRoutes, type SensitiveChange } from "./http/pipeline.ts";
import { requestIdOf } from "./http/request.ts";
import { requestLog } from "./http/request-log.ts";
import type { Route } from "./http/route.ts";
import { createThrottle } from "./http/throttle.ts";
import { refuseUnreadable } from "./http/unreadable.ts";
import { userRoutes } from "./modules/accounts/routes.ts";
import { tellOwners } from "./modules/accounts/service.ts";
import { auditRoutes } from "./modules/audit/routes.ts";
import { companyRoutes } from "./modules/companies/routes.ts";
import { creditNoteRoutes } from "./modules/credit-notes/routes.ts";
import { customerRoutes } from "./modules/customers/routes.ts";
import { deliveryRoutes } from "./modules/deliveries/routes.ts";
import { diagnosisRoutes } from "./modules/diagnosis/routes.ts";
import { documentRoutes } from "./modules/documents/routes.ts";
import { einvoicingRoutes } from "./modules/einvoicing/routes.ts";
import { createRegistrar, type Registrar } from "./modules/einvoicing/service.ts";
import { endpointRoutes } from "./modules/endpoints/routes.ts";
import { activityRoutes } from "./modules/events/activity.ts";
import { eventRoutes } from "./modules/events/routes.ts";
import { createEventWaiters, type WaitForEvents } from "./modules/events/wait.ts";
import { gatewayRoutes } from "./modules/gateways/routes.ts";
import { inboxRoutes } from "./modules/inbox/routes.ts";
import { type CreateDraft, createDraftWriter } from "./modules/invoices/create.ts";
import { invoiceRoutes } from "./modules/invoices/routes.ts";
import { keyRoutes } from "./modules/keys/routes.ts";
import { createKeyVerifier, type KeyVerifier } from "./modules/keys/verify.ts";
import { linkRoutes } from "./modules/links/routes.ts";
import { overviewRoutes } from "./modules/overview/routes.ts";
import { paymentRoutes } from "./modules/payments/routes.ts";
import { pingRoutes } from "./modules/ping/routes.ts";
import { type CreateOrder, createOrderWriter } from "./modules/portal/orders.ts";
import { portalRoutes } from "./modules/portal/routes.ts";
import { productRoutes } from "./modules/products/routes.ts";
import { onboardingRoutes } from "./modules/registrations/routes.ts";
import { saleRoutes } from "./modules/sales/routes.ts";
import { searchRoutes } from "./modules/search/routes.ts";
import { usageRoutes } from "./modules/subscriptions/routes.ts";
import { transferRoutes } from "./modules/transfers/routes.ts";
import { callbacks } from "./web/callbacks.ts";
import { checkout } from "./web/checkout/routes.ts";
import { docs } from "./web/docs/routes.ts";
import { portal } from "./web/portal/routes.ts";
import { sandboxPages } from "./web/sandbox-pages.ts";
import { createSiteDoor } from "./web/site/door.ts";
import { site } from "./web/site/routes.ts";

// For routes that answer requests without a credential. Those that need more say so, and why.
const bodyBytesMax = 16 * 1024;

/**
 * Every route of the API, in one list. The contract, the site and the tests that sweep over all routes read this list.
 */
export function apiRoutes(doors: {
  createDraft: CreateDraft;
  createOrder: CreateOrder;
  waitForEvents: WaitForEvents;
  registrar: Registrar;
}): Route[] {
  return [
    ...pingRoutes,
    ...customerRoutes,
    ...productRoutes,
    ...saleRoutes,
    ...invoiceRoutes(doors.createDraft),
    ...creditNoteRoutes,
    ...documentRoutes,
    ...einvoicingRoutes(doors.registrar),
    ...paymentRoutes,
    ...linkRoutes,
    ...portalRoutes(doors.createOrder),
    ...eventRoutes(doors.waitForEvents),
    ...endpointRoutes,
    ...deliveryRoutes,
    ...diagnosisRoutes,
    ...inboxRoutes,
  ];
}

/** Routes that only the site needs. They are mounted beside the API's routes and are not part of the contract. */
export function siteRoutes(): Route[] {
  return [
    ...auditRoutes,
    ...userRoutes,
    ...onboardingRoutes,
    ...overviewRoutes,
    ...keyRoutes,
    ...companyRoutes,
    ...gatewayRoutes,
    ...usageRoutes,
    ...transferRoutes,
    ...searchRoutes,
    ...activityRoutes,
  ];
}

export type App = {
  server: FastifyInstance;
  keys: KeyVerifier;
  /** Finishes the requests under way, then resolves. */
  close(): Promise<void>;
};

export async function buildApp(context: Context): Promise<App> {
  const { config, log, metrics } = context;
  const server = createServer(config, createErrorHandler(log, metrics));
  const keys = createKeyVerifier(context);
  const createDraft = createDraftWriter(context);
  const createOrder = createOrderWriter(context);
  const waitForEvents = createEventWaiters(context);
  server.addHook("preClose", (done) => {
    waitForEvents.close();
    done();
  });

  const limit = createConcurrencyLimit(metrics);
  arrival(server, config);
  requestLog(server, context);
  discardUnread(server);
  health(server, context);
  documentation(server, config);
  docs(server, config);
  callbacks(server, context);
  checkout(server, context, limit);
  portal(server, context);
  sandboxPages(server, context);
  const routes = apiRoutes({ createDraft, createOrder, waitForEvents, registrar: createRegistrar(context) });
  const throttle = createThrottle(context);
  const byKey = (request: FastifyRequest) => authenticate(request, keys);
  const onEntry = keys.noteScope;
  const onSensitiveChange = ({ principal, ...made }: SensitiveChange) =>
    tellOwners(context, { ...made, company: principal.company, actor: actorOf(principal) });
  mountRoutes(server, "/api/v1", routes, {
    context,
    authenticate: byKey,
    throttle,
    limit,
    onEntry,
    onSensitiveChange,
  });
  const door = createSiteDoor(context);
  site(server, context, door);
  const bySession = door.authenticate;
  mountRoutes(server, "/app/api", [...routes, ...siteRoutes()], {
    context,
    authenticate: bySession,
    throttle,
    onSensitiveChange,
    limit,
  });

  return {
    server,
    keys,
    close: async () => {
      await server.close();
      await createDraft.idle();
      await createOrder.idle();
    },
  };
}

function createServer(config: Config, onError: ReturnType<typeof createErrorHandler>): FastifyInstance {
  const server = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    genReqId: requestIdOf,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: "idle",
    keepAliveTimeout: 65_000,
    requestTimeout: 60_000,
    exposeHeadRoutes: false,
    // A path that cannot be decoded, or an id that is too long, names nothing: it never reaches a route.
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      onError(unknownPath(request), request, reply.header("x-request-id", request.id)),
    clientErrorHandler: refuseUnreadable,
    https: config.tls ?? null,
  } as never) as unknown as FastifyInstance;
  server.decorateRequest("principal", null);
  // Bodies stay bytes until the caller is known and allowed: JSON is read in the pipeline, not here.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  server.setErrorHandler(onError);
  server.setNotFoundHandler((request) => Promise.reject(unknownPath(request)));
  return server;
}
