import type Type from "typebox";
import type { Page } from "../platform/db/lists/page.ts";
import { dateIn } from "../platform/values/clock.ts";
import { listEnvelope } from "../platform/values/schema.ts";
import { listResponse } from "./response.ts";
import { type Call, type Route, read } from "./route.ts";

type ListRoute<Q extends Type.TSchema> = Omit<Parameters<typeof read<Q>>[0], "responses" | "handle"> & {
  /** The list in the response: `customers`, and what it is called in words where that differs. */
  list: { name: string; words?: string; entry: Type.TSchema; example: object };
  /** `today` is the company's day, by which it names days in filters. */
  page: (call: Call<Type.Static<Q>, undefined>, today: string) => Promise<Page>;
};

/** A GET that lists records by pages, newest first. */
export function listRoute<Q extends Type.TSchema>({ list, page, ...route }: ListRoute<Q>): Route {
  const { name, words = name, entry, example } = list;
  return read<Q>({
    ...(route as Parameters<typeof read<Q>>[0]),
    responses: {
      200: {
        description: `A page of ${words}, newest first.`,
        schema: listEnvelope(name, entry),
        example: {
          success: true,
          [name]: [example],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async (call) => {
      const { context, principal } = call;
      const today = dateIn(principal.company.timeZone, context.clock.now());
      return listResponse(name, await page(call as Call<Type.Static<Q>, undefined>, today));
    },
  });
}
