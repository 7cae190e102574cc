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
import type { CallOptions, Form, PostOptions, Query, RequestOptions } from "./options.ts";
import { entriesOf } from "./pages.ts";
import type { Request } from "./request.ts";

/** Calls an operation of the contract with its types; the methods of all resources are built on it. */
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
    given: Given<Op>,
    options: CallOptions | undefined,
  ): Promise<string>;
  bytes<Op extends GetOperation>(
    operation: Op,
    given: Given<Op>,
    options: CallOptions | undefined,
  ): Promise<Bytes>;
  /** The lines of a streamed body, as they are asked for. */
  lines<Op extends GetOperation>(
    operation: Op,
    given: Given<Op>,
    options: CallOptions | undefined,
  ): AsyncGenerator<string, void, undefined>;
};

/**
 * `new Response` and `new Blob` accept these bytes directly. The type is derived, because compilers before 5.7 do not
 * know that Uint8Array takes a type parameter.
 */
export type Bytes = ReturnType<Uint8Array["slice"]>;

type Given<Op extends Operation> = {
  query?: QueryOf<Op> | undefined;
  body?: BodyOf<Op> | undefined;
} & ([PathOf<Op>] extends [never] ? { path?: never } : { path: PathOf<Op> });

/** The types above are not checked again at run time: names from the contract are only passed on. */
export function createApi(request: Request): Api {
  const bodyOf = async (
    operation: Operation,
    { path, ...given }: { path?: unknown; query?: unknown; body?: unknown },
    options: RequestOptions | undefined,
    as?: Form,
    // biome-ignore lint/suspicious/noExplicitAny: each method says which body its operation has.
  ): Promise<any> => {
    const [method, template] = operation.split(" ") as [Parameters<Request>[0], string];
    const more = { ...options, ...given, as } as RequestOptions;
    return (await request(method, filled(template, path as object), more)).body;
  };
  return {
    call: bodyOf,
    all: (operation, name, query, options) => {
      const page = (pageQuery: Query) => bodyOf(operation, { query: pageQuery }, options);
      return entriesOf(page, operation, name as string, (query ?? {}) as Query, options?.signal);
    },
    text: (operation, given, options) => bodyOf(operation, given, options, "text"),
    bytes: (operation, given, options) => bodyOf(operation, given, options, "bytes"),
    async *lines(operation, given, options) {
      yield* await bodyOf(operation, given, options, "lines");
    },
  };
}

/** An id is always encoded as one path segment, so it cannot address another resource. */
function filled(template: string, values: object | undefined): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((values as Record<string, string | number | undefined>)?.[name] ?? "");
    // Dots alone would lead to a parent path, and an empty id would request the list.
    if (/^\.*$/.test(value) || value === "NaN") {
      throw new TypeError(`${name} for ${template} must be the id or reference of a record, not '${value}'`);
    }
    return encodeURIComponent(value);
  });
}
