import { placeholders } from "../../../src/web/docs/bundle.ts";
import type { ListedGuide } from "../guides.ts";
import { createIds } from "../outline.ts";
import {
  type Contract,
  nameOf,
  type Operation,
  type Parameter,
  readContract,
  resolve,
  type Schema,
} from "./contract.ts";
import { describe, type Field, fieldsOf, fieldTable, type LinkTo, typeOf } from "./fields.ts";
import { curlSample, type Method, readMethods, typescriptSample } from "./samples.ts";

type Found = { method: string; path: string; operation: Operation };

/** Errors that every operation can answer with; they are described once. */
const ofEvery =
  /^(unauthenticated|scope_missing|subscription_inactive|feature_disabled|internal_error|database_unavailable|query_timeout|rate_limited|idempotency_(busy|mismatch)|body_too_large|malformed_json|unsupported_media_type|unknown_field|unknown_parameter)$/;

/** The API reference as Markdown pages: an overview, one page per tag, and the events. All come from the contract. */
export function referencePages(contract: Contract = readContract()): ListedGuide[] {
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]): Found => ({ method: method.toUpperCase(), path, operation }),
    ),
  );
  const methods = readMethods();
  const home = homesOf(contract, operations);
  const linkTo: LinkTo = (name) => {
    if (sharedObjects.includes(name)) return `/docs/reference#${anchorOf(objectTitle(name))}`;
    const tag = home.get(name);
    return tag && `${addressOf(tag)}#${anchorOf(objectTitle(name))}`;
  };
  const tags = contract.tags.map(({ name, description }): ListedGuide => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name);
    const objects = [...home]
      .filter(([schema, tag]) => tag === name && !sharedObjects.includes(schema))
      .map(([schema]) => schema);
    return {
      name: `reference/${slugOf(name)}`,
      label: name,
      summary: description,
      markdown: [
        `# ${name}`,
        description,
        ...own.map((found) => operationText(contract, found, methods, linkTo)),
        ...objects.map((schema) => objectText(contract, schema, linkTo)),
      ].join("\n\n"),
    };
  });
  return [overview(contract, operations), ...tags, eventsPage(contract, linkTo)];
}

/** Objects of nearly every response; they are described on the first page. */
const sharedObjects = ["Pagination", "Error"];

const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
const addressOf = (tag: string) => `/docs/reference/${slugOf(tag)}`;
const anchorOf = (heading: string) => createIds()(heading);
const objectTitle = (name: string) => `${name} object`;

function overview(contract: Contract, operations: readonly Found[]): ListedGuide {
  const lists = contract.tags.map(({ name, description }) => {
    const rows = operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ method, path, operation: { summary } }) => {
        const link = `${addressOf(name)}#${anchorOf(summary)}`;
        return `| \`${method} ${path}\` | [${summary}](${link}) |`;
      });
    return [
      `## [${name}](${addressOf(name)})`,
      description,
      `| Request | Operation |\n| --- | --- |\n${rows.join("\n")}`,
    ].join("\n\n");
  });
  const common = new Map(
    operations
      .flatMap(({ operation }) => errorsOf(contract, operation))
      .filter(({ code }) => ofEvery.test(code))
      .map((error) => [error.code, error]),
  );
  return {
    name: "reference",
    label: "Overview",
    summary: "Every operation, field and error of the API.",
    markdown: `# API reference

Every operation, field and error of the API. The [quickstart](/docs/quickstart) shows the first request; the same contract as a file is at [openapi.json](${placeholders.baseUrl}/openapi.json).

\`\`\`text
${placeholders.baseUrl}
\`\`\`

${contract.info.description}

Every request carries the App ID and the secret of a key, in the headers \`X-API-Key\` and \`X-API-Secret\` or as \`Authorization: Bearer APP_ID:SECRET\`.

${lists.join("\n\n")}

## Events

What is sent to webhook endpoints is described under [Webhook events](/docs/reference/webhook-events).

## Errors of every operation

${errorTable([...common.values()])}

${sharedObjects.map((name) => objectText(contract, name, () => undefined)).join("\n\n")}
`,
  };
}

function operationText(
  contract: Contract,
  { method, path, operation }: Found,
  methods: Map<string, Method>,
  linkTo: LinkTo,
): string {
  const { summary, description, parameters = [], requestBody } = operation;
  const resolved = parameters.map((parameter) => resolve(contract, parameter));
  const sdk = methods.get(`${method} ${path}`);
  const body = requestBody?.content["application/json"];
  const parts = [
    `## ${summary}`,
    `\`\`\`http\n${method} ${path}\n\`\`\``,
    description,
    ...(["path", "query", "header"] as const).map((place) => {
      const own = resolved.filter((parameter) => parameter.in === place);
      return (
        own.length > 0 &&
        `**${placeTitles[place]}**\n\n${fieldTable(
          own.map((parameter) => parameterField(contract, parameter)),
          true,
        )}`
      );
    }),
    body &&
      `**Request body**\n\n${fieldTable(
        fieldsOf(contract, body.schema, () => undefined),
        true,
      )}`,
    `\`\`\`bash\n${curlSample(method, path, operation)}\n\`\`\``,
    sdk && `\`\`\`ts\n${typescriptSample(operation, sdk)}\n\`\`\``,
    ...responsesText(contract, operation, linkTo),
  ];
  return parts.filter(Boolean).join("\n\n");
}

const placeTitles = { path: "Path parameters", query: "Query parameters", header: "Headers" };

const parameterField = (
  contract: Contract,
  { name, required, description = "", schema, example }: Parameter,
): Field => ({
  name,
  type: typeOf(contract, schema),
  isRequired: required === true,
  description: describe(contract, {
    ...schema,
    description,
    ...(example !== undefined && { examples: [example] }),
  }),
});

function responsesText(contract: Contract, operation: Operation, linkTo: LinkTo): string[] {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  const texts = successes.map(([status, given]) => {
    const { description, content = {} } = resolve(contract, given);
    const json = content["application/json"];
    const others = Object.keys(content).filter((type) => type !== "application/json");
    return [
      `**Response ${status}**: ${description}${others.length > 0 ? ` The body is ${others.map((type) => `\`${type}\``).join(" or ")}.` : ""}`,
      json?.schema && fieldTable(fieldsOf(contract, json.schema, linkTo), false),
      json?.example !== undefined && `\`\`\`json\n${JSON.stringify(json.example, undefined, 2)}\n\`\`\``,
    ]
      .filter(Boolean)
      .join("\n\n");
  });
  const errors = errorsOf(contract, operation).filter(({ code }) => !ofEvery.test(code));
  const own =
    errors.length > 0
      ? [
          `**Errors** besides [those of every operation](/docs/reference#errors-of-every-operation)\n\n${errorTable(errors)}`,
        ]
      : [];
  return [...texts, ...own];
}

type ErrorEntry = { status: string; code: string; meaning: string };

function errorsOf(contract: Contract, { responses }: Operation): ErrorEntry[] {
  return Object.entries(responses)
    .flatMap(([status, given]) =>
      Object.entries(resolve(contract, given).content?.["application/json"]?.examples ?? {}).map(
        ([code, example]) => {
          const { summary, value } = resolve(contract, example);
          return {
            status,
            code,
            meaning: summary ?? String((value as { error?: string } | undefined)?.error ?? ""),
          };
        },
      ),
    )
    .filter(({ status }) => !status.startsWith("2"));
}

const errorTable = (errors: readonly ErrorEntry[]) =>
  [
    "| Status | Code | Meaning |",
    "| --- | --- | --- |",
    ...errors.map(
      ({ status, code, meaning }) => `| ${status} | \`${code}\` | ${meaning.replaceAll("|", "\\|")} |`,
    ),
  ].join("\n");

const objectText = (contract: Contract, name: string, linkTo: LinkTo) => {
  const schema = contract.components.schemas[name] as Schema;
  return [
    `## ${objectTitle(name)}`,
    schema.description,
    fieldTable(fieldsOf(contract, schema, linkTo), false),
  ]
    .filter(Boolean)
    .join("\n\n");
};

/** The page of each object: that of the first tag whose responses contain it. */
function homesOf(contract: Contract, operations: readonly Found[]): Map<string, string> {
  const homes = new Map<string, string>();
  const place = (schema: Schema, tag: string): void => {
    const name = nameOf(schema);
    if (name !== undefined && homes.has(name)) return;
    const found = resolve(contract, schema);
    if (name !== undefined && found.properties) homes.set(name, tag);
    for (const inner of Object.values(found.properties ?? {})) place(inner.items ?? inner, tag);
  };
  // The object of a tag is described on its own page, although another tag may return it first.
  const byName = (tag: string) => (name: string) => `${name}s` === tag.replaceAll(/[^A-Za-z]/g, "");
  for (const { name: tag } of contract.tags) {
    for (const name of Object.keys(contract.components.schemas).filter(byName(tag))) homes.set(name, tag);
  }
  for (const { operation } of operations) {
    for (const [status, given] of Object.entries(operation.responses)) {
      const schema = resolve(contract, given).content?.["application/json"]?.schema;
      if (status.startsWith("2") && schema) place(schema, operation.tags[0]!);
    }
  }
  return homes;
}

/** The events, each with the object that it carries. */
function eventsPage(contract: Contract, linkTo: LinkTo): ListedGuide {
  const events = Object.entries(contract.webhooks).map(([type, { post }]) => {
    return { type, summary: post.summary, schema: post.requestBody!.content["application/json"]!.schema };
  });
  const schemas = [...new Map(events.map(({ schema }) => [nameOf(schema)!, schema])).keys()];
  const rows = events.map(({ type, summary, schema }) => {
    const name = nameOf(schema)!;
    return `| \`${type}\` | ${summary} | [${name}](#${anchorOf(objectTitle(name))}) |`;
  });
  const summary = "What is sent to webhook endpoints, and listed in the event feed.";
  return {
    name: "reference/webhook-events",
    label: "Webhook events",
    summary,
    markdown: [
      "# Webhook events",
      `${summary} How deliveries are signed and repeated is described in the [guide on webhooks](/docs/webhooks).`,
      `| Event | When | Body |\n| --- | --- | --- |\n${rows.join("\n")}`,
      ...schemas.map((name) => objectText(contract, name, linkTo)),
    ].join("\n\n"),
  };
}
