import type {
  AnswerOf,
  BodyOf,
  EntryOf,
  GetOperation,
  ListNameOf,
  Operation,
  PathOf,
  QueryOf,
} from "./contract.ts";
import { entriesOf } from "./pages.ts";
import type { CallOptions, PostOptions, Query, Request } from "./request.ts";

/** What the methods of all nouns are made of: a call of an operation, typed by the contract. */
export type Api = {
  call<Op extends Operation>(
    operation: Op,
    given: Given<Op>,
    options: PostOptions | undefined,
  ): Promise<AnswerOf<Op>>;
  /** Every entry of a list, page by page. */
  all<Op extends GetOperation>(
    operation: Op,
    name: ListNameOf<Op>,
    query: QueryOf<Op> | undefined,
    options: CallOptions | undefined,
  ): AsyncGenerator<EntryOf<Op>, void, undefined>;
  text(operation: GetOperation, path: Values, options: CallOptions | undefined): Promise<string>;
  bytes(operation: GetOperation, path: Values, options: CallOptions | undefined): Promise<Uint8Array>;
};

type Given<Op extends Operation> = {
  path?: PathOf<Op>;
  query?: QueryOf<Op> | undefined;
  body?: BodyOf<Op> | undefined;
};
type Values = Record<string, string | number>;

export function createApi(request: Request): Api {
  const bodyOf = async (
    operation: Operation,
    path: Values,
    options: Parameters<Request>[2],
  ): Promise<unknown> => {
    const [method, template] = operation.split(" ") as [Parameters<Request>[0], string];
    return (await request(method, filled(template, path), options)).body;
  };
  const api: Api = {
    call: async (operation, { path = {}, query = {}, body }, options) => {
      const given = { ...options, query: query as Query, body };
      return (await bodyOf(operation, path as Values, given)) as AnswerOf<typeof operation>;
    },
    all: (operation, name, query, options) => {
      const page = (pageQuery: Query) => bodyOf(operation, {}, { ...options, query: pageQuery });
      return entriesOf(page, operation, name as string, (query ?? {}) as Query);
    },
    text: async (operation, path, options) =>
      (await bodyOf(operation, path, { ...options, as: "text" })) as string,
    bytes: async (operation, path, options) =>
      (await bodyOf(operation, path, { ...options, as: "bytes" })) as Uint8Array,
  };
  return api;
}

/** Whatever an id holds, it stays one piece of the path, and reaches what the method is named after. */
function filled(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? "");
    // Dots alone would climb, and nothing at all would ask for the list.
    if (/^\.*$/.test(value) || value === "NaN") {
      throw new TypeError(`${name} must be that of a record, unlike '${value}', for ${template}`);
    }
    return encodeURIComponent(value);
  });
}
