import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export type FreshDatabase = { name: string; connectionString: string; drop(): Promise<void> };

/**
 * A database in the run's cluster, for tests that would disturb the tenants of the shared one. It is empty, or a copy of
 * the template, to which nobody may be connected.
 */
export async function freshDatabase(template?: string): Promise<FreshDatabase> {
  const name = `fresh_${randomUUID().replaceAll("-", "")}`;
  const connectionString = new URL(inject("connectionString"));
  connectionString.pathname = `/${name}`;
  await onSharedDatabase(`create database ${name}${template ? ` template ${template}` : ""}`);
  return {
    name,
    connectionString: connectionString.href,
    drop: () => onSharedDatabase(`drop database ${name} with (force)`),
  };
}

/** With all migrations and nothing in it: for a service, which then need not migrate it. */
export const migratedDatabase = () => freshDatabase(inject("migratedDatabase"));

async function onSharedDatabase(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("connectionString") });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
