import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

/** One registry per process; names follow the Prometheus conventions, with units last. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "billfold_http_request_duration_seconds",
      help: "Response time, by route and status.",
      labelNames: ["method", "route", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    refusals: new Counter({
      name: "billfold_rejected_requests_total",
      help: "Requests rejected, by error code.",
      labelNames: ["code"],
      registers,
    }),
    expensiveRunning: new Gauge({
      name: "billfold_expensive_requests_running",
      help: "Requests for documents, imports, exports and searches that are being worked on.",
      registers,
    }),
    expensiveQueued: new Gauge({
      name: "billfold_expensive_requests_queued",
      help: "Requests for documents, imports, exports and searches that wait for their company's turn.",
      registers,
    }),
    expensiveRefused: new Counter({
      name: "billfold_expensive_requests_refused_total",
      help: "Requests for documents, imports, exports and searches refused because their company's queue was full.",
      registers,
    }),
    batches: new Histogram({
      name: "billfold_batch_size",
      help: "Requests answered by one statement, by kind of work.",
      labelNames: ["work"],
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
    deliveryAttempts: new Counter({
      name: "billfold_delivery_attempts_total",
      help: "Attempts to deliver an event, by outcome: succeeded, http_5xx, timeout, …",
      labelNames: ["outcome"],
      registers,
    }),
    deliveryLag: new Histogram({
      name: "billfold_delivery_lag_seconds",
      help: "Time from an event to the first attempt to deliver it.",
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
      registers,
    }),
    deliveryQueue: new Gauge({
      name: "billfold_delivery_queue_depth",
      help: "Deliveries not yet made: events not yet taken up, and retries that wait for their time.",
      labelNames: ["state"],
      registers,
    }),
    deliveryOldestDue: new Gauge({
      name: "billfold_delivery_oldest_due_seconds",
      help: "Age of the delivery that has been overdue longest.",
      registers,
    }),
    endpoints: new Gauge({
      name: "billfold_webhook_endpoints",
      help: "Webhook endpoints, by state: healthy, failing, disabled.",
      labelNames: ["state"],
      registers,
    }),
    registrations: new Counter({
      name: "billfold_registrations_total",
      help: "What authorities answered to registrations and cancellations, by adapter and outcome: accepted, pending, rejected, auth, busy, unavailable, protocol.",
      labelNames: ["adapter", "outcome"],
      registers,
    }),
    authorityCalls: new Histogram({
      name: "billfold_authority_call_duration_seconds",
      help: "Response time of authorities, by adapter and operation.",
      labelNames: ["adapter", "operation"],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    registrationQueue: new Gauge({
      name: "billfold_registration_queue_depth",
      help: "Documents whose registration is not finished, by state: queued, submitting, unknown, pending, cancelling.",
      labelNames: ["state"],
      registers,
    }),
    registrationOldest: new Gauge({
      name: "billfold_registration_oldest_seconds",
      help: "Age of the oldest unfinished registration.",
      registers,
    }),
    mailAttempts: new Counter({
      name: "billfold_mail_attempts_total",
      help: "Attempts to send a mail, by outcome: sent, expired, smtp_550, econnrefused, …",
      labelNames: ["outcome"],
      registers,
    }),
    mailQueue: new Gauge({
      name: "billfold_mail_queue_depth",
      help: "Mails that have not been sent yet.",
      registers,
    }),
    mailOldestQueued: new Gauge({
      name: "billfold_mail_oldest_queued_seconds",
      help: "Age of the oldest mail that has not been sent yet.",
      registers,
    }),
    booksCheckedAt: new Gauge({
      name: "billfold_books_check_last_run_timestamp_seconds",
      help: "When the last check of a company's books against its events ended; 0 before the first.",
      aggregator: "max",
      registers,
    }),
    booksDifferences: new Gauge({
      name: "billfold_books_check_differences",
      help: "Differences between books and events that the last check of each company found.",
      aggregator: "max",
      registers,
    }),
    listenerConnected: new Gauge({
      name: "billfold_listener_connected",
      help: "1 while the LISTEN connection is up, so that the caches of this node are valid.",
      // Of several processes, each needs its own.
      aggregator: "min",
      registers,
    }),
    connections: new Gauge({
      name: "billfold_database_connections",
      help: "Connections of the pool, by state.",
      labelNames: ["state"],
      registers,
    }),
  };
}
