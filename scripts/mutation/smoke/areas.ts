import type { Source } from "../areas.ts";

const files = (name: string) => ({
  files: [`scripts/mutation/smoke/${name}.ts`],
  tests: [`scripts/mutation/smoke/${name}.test.ts`],
});

export const pure: readonly Source[] = [{ area: "money", ...files("longest") }];
export const sampled: readonly Source[] = [
  { area: "tenancy", ...files("names") },
  { area: "numbering", ...files("signs") },
];
