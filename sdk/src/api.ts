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
    path: PathOf<Op>,
    options: CallOptions | undefined,
  ): Promise<string>;
  /** A report as CSV. */
  csv<Op extends GetOperation>(
    operation: Op,
    query: QueryOf<Op> | undefined,
    options: CallOptions | undefined,
  ): Promise<string>;
  bytes<Op extends GetOperation>(
    operation: Op,
    path: PathOf<Op>,
    options: CallOptions | undefined,
  ): Promise<Bytes>;
  file<Op extends GetOperation>(
    operation: Op,
    query: QueryOf<Op> | undefined,
    options: CallOptions | undefined,
  ): Promise<Bytes>;
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
    csv: (operation, query, options) =>
      bodyOf(operation, {}, { ...options, query: query as Query | undefined, as: "text" }),
    bytes: (operation, path, options) => bodyOf(operation, path, { ...options, as: "bytes" }),
    file: (operation, query, options) =>
      bodyOf(operation, {}, { ...options, query: query as Query | undefined, as: "bytes" }),
  };
}

/** An id is always encoded as one path segment, so it cannot address another resource. */
function filled(template: string, values: object): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((values as Record<string, string | number | undefined>)[name] ?? "");
    // Dots alone would lead to a parent path, and an empty id would request the list.
    if (/^\.*$/.test(value) || value === "NaN") {
      throw new TypeError(`${name} for ${template} must be the id or reference of a record, not '${value}'`);
    }
    return encodeURIComponent(value);
  });
}
