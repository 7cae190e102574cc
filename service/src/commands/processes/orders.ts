import type { Config } from "../../config/config.ts";
import type { Quiet } from "../../platform/ops/installation.ts";
import type { DemoFile } from "../startup-text.ts";

/** What the primary tells a process when that starts. */
export type Orders = {
  /** The first process, 0, does the background work and what is needed once. */
  index: number;
  version: string;
  /** Of the embedded database, if there is no other. */
  connectionString: string | undefined;
  /** Settings that differ from what the process reads from its environment. */
  config: Pick<Config, "processes" | "roles" | "sandboxGateway" | "sandboxAuthority" | "outbound">;
};

/** What a process tells the primary once it can answer requests. */
export type Ready = { demo: DemoFile | undefined; quiet: Quiet | undefined };
