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
import type { CallOptions, PostOptions, Query, RequestOptions } from "./options.ts";
import { entriesOf } from "./pages.ts";
import type { Request } from "./request.ts";

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
  text<Op extends GetOperation>(
    operation: Op,
    path: PathOf<Op>,
    options: CallOptions | undefined,
  ): Promise<string>;
  bytes<Op extends GetOperation>(
    operation: Op,
    path: PathOf<Op>,
    options: CallOptions | undefined,
  ): Promise<Bytes>;
};

/**
 * `new Response` and `new Blob` take these bytes as they are. To compilers before 5.7 the name of a kind of bytes means
 * nothing, so it is not named here.
 */
export type Bytes = ReturnType<Uint8Array["slice"]>;

type Given<Op extends Operation> = {
  query?: QueryOf<Op> | undefined;
  body?: BodyOf<Op> | undefined;
} & ([PathOf<Op>] extends [never] ? { path?: never } : { path: PathOf<Op> });

/** What the types above promise is not looked at again: the contract's names are only passed on. */
export function createApi(request: Request): Api {
  const bodyOf = async <Body>(
    operation: Operation,
    path: unknown,
    options: RequestOptions,
  ): Promise<Body> => {
    const [method, template] = operation.split(" ") as [Parameters<Request>[0], string];
    return (await request(method, filled(template, path ?? {}), options)).body as Body;
  };
  return {
    call: (operation, { path, query, body }, options) =>
      bodyOf(operation, path, { ...options, query: query as Query | undefined, body }),
    all: (operation, name, query, options) => {
      const page = (pageQuery: Query) => bodyOf(operation, {}, { ...options, query: pageQuery });
      return entriesOf(page, operation, name as string, (query ?? {}) as Query, options?.signal);
    },
    text: (operation, path, options) => bodyOf(operation, path, { ...options, as: "text" }),
    bytes: (operation, path, options) => bodyOf(operation, path, { ...options, as: "bytes" }),
  };
}

/** Whatever an id holds, it stays one piece of the path, and reaches what the method is named after. */
function filled(template: string, values: object): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((values as Record<string, string | number | undefined>)[name] ?? "");
    // Dots alone would climb, and nothing at all would ask for the list.
    if (/^\.*$/.test(value) || value === "NaN") {
      throw new TypeError(`${name} must be that of a record, unlike '${value}', for ${template}`);
    }
    return encodeURIComponent(value);
  });
}
