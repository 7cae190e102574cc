import { asyncAuthority } from "./async/authority.ts";
import { documentOnly } from "./document-only/authority.ts";
import { firsMbs, sandboxAuthority } from "./firs/authority.ts";
import { indiaIrp } from "./irp/authority.ts";
import type { Adapter } from "./port.ts";

const list: readonly Adapter[] = [sandboxAuthority, firsMbs, indiaIrp, documentOnly, asyncAuthority];

/** Every authority that a company can register with, by name. To add one, write its file and list it here. */
export const adapters: Readonly<Record<string, Adapter>> = Object.fromEntries(
  list.map((adapter) => [adapter.name, adapter]),
);
