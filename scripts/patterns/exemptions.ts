import type { FoundPattern } from "./find.ts";

/**
 * Patterns built at run time, which can't be read from the source: `like` is their worst case, which is examined
 * instead. Also patterns that may be slower than linear, with the reason why no outside text can make them slow.
 */
export type Exemption = {
  file: string;
  /** The beginning of the pattern's code. */
  start: string;
  reason: string;
  like?: readonly RegExp[];
};

export const exemptions: readonly Exemption[] = [
  {
    file: "service/src/platform/db/erasure.ts",
    start: "new RegExp(values.map",
    reason: "alternatives of plain texts, and of numbers with any marks between their digits",
    like: [/Acme Trading|buyer@example\.com|\+?2[-\s()./]{0,2}3[-\s()./]{0,2}4[-\s()./]{0,2}8/gi],
  },
  {
    file: "service/src/http/openapi/openapi.ts",
    start: "pattern: textId.pattern",
    reason: "copied into the contract; the routes that it comes from are examined",
  },
  {
    file: "service/src/platform/values/schema.ts",
    start: "pattern: `^(",
    reason: "examined as the routes have it, with the names that they give",
  },
  {
    file: "service/src/domains/backoffice/lists/query.ts",
    start: "pattern: `^(",
    reason: "examined as the routes have it, with the words that they give",
  },
  {
    file: "service/src/domains/backoffice/lists/query.ts",
    start: "pattern: `^[1-9]",
    reason: "examined as the routes have it, with the number of records",
  },
  {
    file: "service/src/web/site/built-pages.ts",
    start: "new RegExp(`^${route",
    reason: "the routes of the site as it was built, with a segment for each parameter",
    like: [/^\/app\/events\/deliveries\/[^/]+\/?$/, /^\/app\/a\/[^/]+\/b\/[^/]+\/?$/],
  },
  {
    file: "service/src/web/docs/search.ts",
    start: "new RegExp(`(?<![",
    reason: "the word is escaped, and runs against our own guides",
    like: [/(?<![\p{L}\p{N}])aa[\p{L}\p{N}]*/iu, /(?<![\p{L}\p{N}])a\.a-a_a:a\/a[\p{L}\p{N}]*/iu],
  },
  {
    file: "service/src/web/docs/search.ts",
    start: "new RegExp(`(",
    reason: "at most eight of the above, against an excerpt of 200 characters",
    like: [/((?<![\p{L}\p{N}])aa[\p{L}\p{N}]*|(?<![\p{L}\p{N}])a[\p{L}\p{N}]*)/iu],
  },
];

export const isMeant = ({ file, start }: Exemption, pattern: FoundPattern): boolean =>
  file === pattern.file && pattern.code.startsWith(start);
