import type { Adapter } from "../port.ts";
import { asyncAuthority } from "./async-authority.ts";
import { documentOnly } from "./document-only.ts";
import { firsMbs, sandboxAuthority } from "./firs-mbs.ts";
import { indiaIrp } from "./india-irp.ts";

const list: readonly Adapter[] = [sandboxAuthority, firsMbs, indiaIrp, documentOnly, asyncAuthority];

/** Every authority that a company can register with, by name. To add one, write its file and list it here. */
export const adapters: Readonly<Record<string, Adapter>> = Object.fromEntries(
  list.map((adapter) => [adapter.name, adapter]),
);
