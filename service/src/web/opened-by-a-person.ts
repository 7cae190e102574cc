import type { FastifyRequest } from "fastify";

/** Programs that fetch a page to show a preview of it say so, and a browser may fetch it before anybody opens it. */
export function isOpenedByAPerson({ method, headers }: FastifyRequest): boolean {
  const agent = headers["user-agent"] ?? "";
  const isAhead = /prefetch|prerender/i.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""));
  return (
    method === "GET" && !isAhead && !/bot\b|preview|whatsapp|facebookexternalhit|crawler|spider/i.test(agent)
  );
}
