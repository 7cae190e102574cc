import type { IncomingMessage } from "node:http";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Context } from "./context.ts";
import { actorOf } from "./contract/access.ts";
import { bookRoutes, checkpointMailRoutes } from "./domains/backoffice/books/routes.ts";
import { erasureRoutes } from "./domains/backoffice/erasure/routes.ts";
import { explanationRoutes } from "./domains/backoffice/explanations/routes.ts";
import { importExportRoutes } from "./domains/backoffice/imports-exports/routes.ts";
import { invoiceHistoryRoutes } from "./domains/backoffice/invoice-history/routes.ts";
import { listRoutes } from "./domains/backoffice/lists/routes.ts";
import { notificationRoutes } from "./domains/backoffice/notifications/routes.ts";
import { overviewRoutes } from "./domains/backoffice/overview/routes.ts";
import { reportRoutes } from "./domains/backoffice/reports/routes.ts";
import { sandboxRoutes } from "./domains/backoffice/sandbox/routes.ts";
import { searchRoutes } from "./domains/backoffice/search/routes.ts";
import { creditNoteRoutes } from "./domains/billing/credit-notes/routes.ts";
import { exchangeRateRoutes } from "./domains/billing/exchange-rates/routes.ts";
import { storeInvoices } from "./domains/billing/invoices/batch.ts";
import { type CreateDraft, createDraftWriter } from "./domains/billing/invoices/create.ts";
import { invoiceRoutes } from "./domains/billing/invoices/routes.ts";
import { numberingRoutes } from "./domains/billing/numbering/routes.ts";
import { quoteRoutes } from "./domains/billing/quotes/routes.ts";
import { recurringInvoiceRoutes } from "./domains/billing/recurring-invoices/routes.ts";
import { saleRoutes } from "./domains/billing/sales/routes.ts";
import { customerRoutes } from "./domains/catalog/customers/routes.ts";
import { productRoutes } from "./domains/catalog/products/routes.ts";
import { einvoicingRoutes } from "./domains/fiscal/registration/routes.ts";
import { createRegistrar, type Registrar } from "./domains/fiscal/registration/service.ts";
import { gatewayReadRoutes, gatewayRoutes } from "./domains/payments/gateways/routes.ts";
import { linkRoutes } from "./domains/payments/links/routes.ts";
import { paymentRoutes } from "./domains/payments/payments/routes.ts";
import { readCustomerBalances, readPendingRefunds } from "./domains/payments/payments/service.ts";
import { type CreateOrder, createOrderWriter } from "./domains/portal/orders.ts";
import { portalRoutes } from "./domains/portal/routes.ts";
import { foreignUrls } from "./domains/portal/service.ts";
import { documentMailRoutes } from "./domains/sending/document-mails/routes.ts";
import { documentSettingsRoutes } from "./domains/sending/document-settings/routes.ts";
import { documentRoutes, givenOutRoutes } from "./domains/sending/documents/routes.ts";
import { mailRoutes, userMailRoutes } from "./domains/sending/mails/routes.ts";
import { reminderRoutes } from "./domains/sending/reminders/routes.ts";
import { auditReadRoutes, auditRoutes } from "./domains/tenancy/audit/routes.ts";
import { companyReadRoutes, companyRoutes } from "./domains/tenancy/companies/routes.ts";
import { keyReadRoutes, keyRoutes } from "./domains/tenancy/keys/routes.ts";
import { createKeyVerifier, type KeyVerifier } from "./domains/tenancy/keys/verify.ts";
import { pingRoutes } from "./domains/tenancy/ping/routes.ts";
import { usageRoutes } from "./domains/tenancy/plans/routes.ts";
import { onboardingRoutes } from "./domains/tenancy/signup/routes.ts";
import { userReadRoutes, userRoutes } from "./domains/tenancy/users/routes.ts";
import { notifyOwners } from "./domains/tenancy/users/service.ts";
import { deliveryRequestRoutes } from "./domains/webhooks/deliveries/request.ts";
import { deliveryRoutes } from "./domains/webhooks/deliveries/routes.ts";
import { diagnosisRoutes } from "./domains/webhooks/diagnosis/routes.ts";
import { endpointRoutes } from "./domains/webhooks/endpoints/routes.ts";
import { provisionEndpoint } from "./domains/webhooks/endpoints/service.ts";
import { activityRoutes } from "./domains/webhooks/events/activity.ts";
import { eventRoutes } from "./domains/webhooks/events/routes.ts";
import { createEventWaiters, type WaitForEvents } from "./domains/webhooks/events/wait.ts";
import { inboxRoutes } from "./domains/webhooks/inbox/routes.ts";
import { requestRoutes } from "./domains/webhooks/requests/routes.ts";
import { runDueWork } from "./due-work.ts";
import { authenticate } from "./http/authenticate.ts";
import {
  type ConcurrencyLimit,
  createConcurrencyLimit,
  createTurns,
  type Turns,
} from "./http/concurrency-limit.ts";
import { documentation } from "./http/documentation.ts";
import { entryChecks } from "./http/entry-checks.ts";
import { createErrorHandler, unknownPath } from "./http/error-handler.ts";
import { health } from "./http/health.ts";
import { rejectMalformed } from "./http/malformed-http.ts";
import { mountRoutes, type SensitiveChange } from "./http/pipeline.ts";
import { requestIdOf } from "./http/request.ts";
import { requestLog } from "./http/request-log.ts";
import type { Route } from "./http/route.ts";
import { stopAccepting } from "./http/stop-accepting.ts";
import { createThrottle } from "./http/throttle.ts";
import { discardUnread } from "./http/unread-body.ts";
import type { Transaction } from "./platform/db/database.ts";
import { callbacks } from "./web/callbacks.ts";
import { checkout } from "./web/checkout/routes.ts";
import { docs } from "./web/docs/routes.ts";
import { invoicePages } from "./web/invoices/routes.ts";
import { logos } from "./web/logos.ts";
import { subscriptionPages } from "./web/notifications/routes.ts";
import { portal } from "./web/portal/routes.ts";
import { type CountVisit, createVisitCounter } from "./web/portal/visitor-limit.ts";
import { quotePages } from "./web/quotes/routes.ts";
import { receiptPages } from "./web/receipts/routes.ts";
import { sandboxPages } from "./web/sandbox-pages.ts";
import { createNotFoundPage } from "./web/site/pages.ts";
import { site } from "./web/site/routes.ts";
import { createSessionAuth } from "./web/site/session-auth.ts";

// For routes that answer requests without a credential. Those that need more say so, and why.
const bodyBytesMax = 16 * 1024;

/**
 * Every route of the API, in one list. The contract, the site and the tests that sweep over all routes read this list.
 */
export function apiRoutes(deps: {
  createDraft: CreateDraft;
  createOrder: CreateOrder;
  waitForEvents: WaitForEvents;
  registrar: Registrar;
}): Route[] {
  return [
    ...pingRoutes,
    ...customerRoutes(readCustomerBalances),
    ...erasureRoutes(readCustomerBalances),
    ...productRoutes,
    ...saleRoutes,
    ...quoteRoutes,
    ...invoiceRoutes(deps.createDraft),
    ...recurringInvoiceRoutes,
    ...exchangeRateRoutes,
    ...creditNoteRoutes(readPendingRefunds),
    ...documentRoutes,
    ...documentMailRoutes,
    ...mailRoutes,
    ...reminderRoutes,
    ...einvoicingRoutes(deps.registrar),
    ...paymentRoutes,
    ...linkRoutes(foreignUrls),
    ...explanationRoutes,
    ...reportRoutes,
    ...bookRoutes,
    ...portalRoutes(deps.createOrder),
    ...eventRoutes(deps.waitForEvents),
    ...endpointRoutes,
    ...deliveryRoutes,
    ...diagnosisRoutes,
    ...inboxRoutes,
    ...requestRoutes,
    ...companyReadRoutes,
    ...userReadRoutes,
    ...keyReadRoutes,
    ...auditReadRoutes,
    ...gatewayReadRoutes,
    ...sandboxRoutes(runDueWork, storeInvoices),
  ];
}

/** Routes that only the site needs. They are mounted beside the API's routes and are not part of the contract. */
export function siteRoutes(): Route[] {
  return [
    ...auditRoutes,
    ...userRoutes,
    ...userMailRoutes,
    ...onboardingRoutes(provisionEndpoint),
    ...overviewRoutes,
    ...listRoutes,
    ...invoiceHistoryRoutes,
    ...keyRoutes,
    ...companyRoutes,
    ...documentSettingsRoutes,
    ...givenOutRoutes,
    ...numberingRoutes,
    ...gatewayRoutes,
    ...usageRoutes,
    ...importExportRoutes,
    ...searchRoutes,
    ...notificationRoutes,
    ...checkpointMailRoutes,
    ...activityRoutes,
    ...deliveryRequestRoutes,
  ];
}

export type App = {
  server: FastifyInstance;
  keys: KeyVerifier;
  /** From now on the server reports that it is not ready, and closes each connection after its response. */
  drain(): void;
  /** From now on connections are refused; those that exist are served. */
  stopAccepting(): Promise<void>;
  /** Finishes the requests in progress, then resolves. */
  close(): Promise<void>;
};

/** What is counted for a whole node, whichever of its processes answers a request. */
export type NodeCounters = { turns: Turns; countVisit: CountVisit };

export async function buildApp(
  context: Context,
  counters: NodeCounters = { turns: createTurns(context.metrics), countVisit: createVisitCounter(context) },
): Promise<App> {
  const { config, log, metrics } = context;
  const server = createServer(context, createErrorHandler(log, metrics, createNotFoundPage()));
  const keys = createKeyVerifier(context);
  const createDraft = createDraftWriter(context);
  const createOrder = createOrderWriter(context);
  const waitForEvents = createEventWaiters(context, config.processes);
  server.addHook("preClose", (done) => {
    waitForEvents.close();
    done();
  });

  const limit = createConcurrencyLimit(counters.turns);
  entryChecks(server, context);
  requestLog(server, context);
  discardUnread(server);
  const draining = health(server, context);
  mountPages(server, context, { limit, countVisit: counters.countVisit });
  const all = apiRoutes({ createDraft, createOrder, waitForEvents, registrar: createRegistrar(context) });
  const routes = config.environment === "production" ? all.filter(({ scope }) => scope !== "sandbox") : all;
  const throttle = createThrottle({ ...context, processes: config.processes });
  const onSensitiveChange = (tx: Transaction, { principal, ...made }: SensitiveChange) =>
    notifyOwners(context, tx, { ...made, company: principal.company, actor: actorOf(principal) });
  const shared = { context, throttle, limit, onSensitiveChange };
  mountRoutes(server, "/api/v1", routes, {
    ...shared,
    authenticate: (request) => authenticate(request, keys),
    onAuthorized: keys.noteScope,
  });
  const sessionAuth = createSessionAuth(context);
  site(server, context, sessionAuth);
  mountRoutes(server, "/app/api", [...routes, ...siteRoutes()], {
    ...shared,
    authenticate: sessionAuth.authenticate,
  });

  return {
    server,
    keys,
    drain: draining.begin,
    stopAccepting: () => stopAccepting(server.server),
    close: async () => {
      await stopAccepting(server.server);
      await server.close();
      await createDraft.idle();
      await createOrder.idle();
    },
  };
}

/** What is reached without a key and without signing in. */
function mountPages(
  server: FastifyInstance,
  context: Context,
  { limit, countVisit }: { limit: ConcurrencyLimit; countVisit: CountVisit },
): void {
  const { config } = context;
  documentation(server, config);
  docs(server, config);
  callbacks(server, context);
  checkout(server, context, limit);
  invoicePages(server, context, limit);
  logos(server, context);
  quotePages(server, context, limit);
  receiptPages(server, context);
  subscriptionPages(server, context);
  portal(server, context, countVisit);
  sandboxPages(server, context);
}

function refuseSchema(): never {
  throw new Error("a route declares its schemas to the pipeline, not to Fastify");
}

function createServer(
  { config, clock }: Context,
  onError: ReturnType<typeof createErrorHandler>,
): FastifyInstance {
  const server = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    // An external_id may have 200 characters, each of up to two units.
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: false },
    genReqId: (request: IncomingMessage) => requestIdOf(request, clock.now()),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: "idle",
    // A request that arrives on an open connection while the server closes is answered like any other.
    return503OnClosing: false,
    keepAliveTimeout: 65_000,
    requestTimeout: 60_000,
    // No plugin waits for anything, and Fastify would set a timer for each route.
    pluginTimeout: 0,
    exposeHeadRoutes: false,
    // The pipeline validates requests and the database writes answers, so Fastify need not load its compilers.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    // A path that cannot be decoded, or an id that is too long, names nothing: it never reaches a route.
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      onError(unknownPath(request), request, reply.header("x-request-id", request.id)),
    clientErrorHandler: rejectMalformed,
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
