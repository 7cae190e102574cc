import type { FastifyRequest } from "fastify";

type Opening = Pick<FastifyRequest, "method" | "headers">;

/**
 * Programs that fetch a page to show a preview of it say so, and a browser may fetch it before anybody opens it. A
 * program that says nothing of itself, or only the name of its HTTP library, is no reader either.
 */
export function isOpenedByAPerson({ method, headers }: Opening): boolean {
  const agent = (headers["user-agent"] ?? "").slice(0, agentMax);
  const isAhead = /prefetch|prerender/i.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""));
  return method === "GET" && !isAhead && agent.trim() !== "" && !program.test(agent);
}

const agentMax = 1000;

// Programs that visit pages give an address where one reads about them. Cubot is a telephone.
const program =
  /(?<!cu)bot\b|crawler|spider|scanner|preview|https?:|whatsapp|facebook(?:external|cat)|meta-external|vkshare|embedly|iframely|slack-img|viber|mastodon|headless|^(?:curl|wget|python|java|go-http|okhttp|axios|undici|node|ruby|php|guzzle|apache-http|dart|libwww)/i;
