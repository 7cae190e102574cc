import type { paths } from "./api-types.ts";

type Methods = { GET: "get"; POST: "post"; PUT: "put"; PATCH: "patch"; DELETE: "delete" };

/** An operation of the contract, named by method and path: `POST /invoices/{id}/issue`. */
export type Operation = {
  [Path in keyof paths]: {
    [Method in keyof Methods]: paths[Path][Methods[Method]] extends object ? `${Method} ${Path}` : never;
  }[keyof Methods];
}[keyof paths];

export type GetOperation = Extract<Operation, `GET ${string}`>;

type Described<Op extends Operation> =
  Op extends `${infer Method extends keyof Methods} ${infer Path extends keyof paths}`
    ? paths[Path][Methods[Method]]
    : never;

/** The path parameters. */
export type PathOf<Op extends Operation> =
  Described<Op> extends { parameters: { path: infer Given } } ? Given : never;

/** Filters by metadata are written as in the address: `"metadata[cost_centre]": "LAG-02"`. */
export type QueryOf<Op extends Operation> =
  Described<Op> extends { parameters: { query?: infer Given } }
    ? { [Name in keyof Given as Exclude<Name, "metadata">]?: Given[Name] | undefined } & (Given extends {
        metadata?: unknown;
      }
        ? { [Name in `metadata[${string}]`]?: string | undefined }
        : unknown)
    : never;

export type BodyOf<Op extends Operation> =
  Described<Op> extends { requestBody?: { content: { "application/json": infer Given } } } ? Given : never;

/** The body of a successful response; a union if there are several. */
export type AnswerOf<Op extends Operation> =
  Described<Op> extends { responses: infer Answers }
    ? { [Status in keyof Answers]: JsonOf<Answers[Status]> }[keyof Answers]
    : never;

type JsonOf<Answer> = Answer extends { content: { "application/json": infer Body } } ? Body : never;

/** The name of a list's entries in its page, such as `invoices`. */
export type ListNameOf<Op extends Operation> = Exclude<ListNames<AnswerOf<Op>>, "warnings">;

type ListNames<Page> = {
  [Name in keyof Page]-?: Page[Name] extends readonly unknown[] ? Name : never;
}[keyof Page];

export type EntryOf<Op extends Operation> =
  AnswerOf<Op> extends Record<ListNameOf<Op>, readonly (infer Entry)[]> ? Entry : never;
