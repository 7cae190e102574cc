import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export type FreshDatabase = { name: string; connectionString: string; drop(): Promise<void> };

/**
 * A database in the run's cluster, for tests that would disturb the companies of the shared one. It is empty, or a copy
 * of the template, which must have no open connections.
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

/** A database with all migrations and no records, for a service that then need not migrate it. */
export const migratedDatabase = () => freshDatabase(inject("migratedDatabase"));

async function onSharedDatabase(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("connectionString") });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
