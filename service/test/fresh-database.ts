import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** An empty database in the run's cluster, for tests that would disturb the tenants of the shared one. */
export async function freshDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const name = `fresh_${randomUUID().replaceAll("-", "")}`;
  const connectionString = new URL(inject("connectionString"));
  connectionString.pathname = `/${name}`;
  await onSharedDatabase(`create database ${name}`);
  return {
    connectionString: connectionString.href,
    drop: () => onSharedDatabase(`drop database ${name} with (force)`),
  };
}

async function onSharedDatabase(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("connectionString") });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
