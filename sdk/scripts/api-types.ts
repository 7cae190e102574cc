import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

/** The contract as types: every path with its parameters, bodies and answers, and every schema by its name. */
export async function apiTypesText(contract: string): Promise<string> {
  const { webhooks, ...rest } = withoutAsides(JSON.parse(contract)) as Contract;
  const nodes = await openapiTS({ ...rest, webhooks: bodiesOf(webhooks) } as OpenAPI3, {
    emptyObjectsUnknown: true,
    // What has a default may be left out of a request; the generator would otherwise ask for it.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return `// Written by 'npm run generate' from openapi.json.\n\n${astToString(nodes)}`;
}

type Contract = { webhooks: Record<string, { post: { summary: string; requestBody: object } }> };

/** Of what is posted to receivers only the bodies are of use here: the rest is what `verifyWebhook` is for. */
const bodiesOf = (webhooks: Contract["webhooks"]) =>
  Object.fromEntries(
    Object.entries(webhooks).map(
      ([
        type,
        {
          post: { summary, requestBody },
        },
      ]) => [type, { post: { summary, requestBody } }],
    ),
  );

/**
 * Examples, response headers and refusals are nine tenths of the contract. Refusals all have one shape, which
 * errors.ts knows, and an editor should not have to read the rest.
 */
function withoutAsides(value: unknown, within = ""): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutAsides(entry));
  if (typeof value !== "object" || value === null) return value;
  // A property may have any name, and none of them is an aside.
  const isAside = (name: string) => within !== "properties" && asides.test(name);
  const kept = Object.entries(value).filter(([name]) => !isAside(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutAsides(inner, name)]));
}

const asides = /^(examples?|headers|[345]\d\d)$/;
