import { type Queryable, statement } from "../../../platform/db/database.ts";
import { hasIntegrationSql } from "../../fiscal/registration/fragments.ts";
import { hasOwnEndpointSql } from "../../webhooks/endpoints/fragments.ts";
import { hasGatewaySql } from "../companies/fragments.ts";
import { keyProgressSql } from "../keys/fragments.ts";

export type OnboardingProgress = Record<
  "credentials" | "ping" | "scopes" | "webhook" | "einvoicing" | "gateway",
  boolean
>;

const progress = statement(
  "registration_progress",
  `select ${keyProgressSql},
     ${hasOwnEndpointSql} as webhook,
     ${hasIntegrationSql("$2")} as einvoicing,
     ${hasGatewaySql} as gateway`,
);

export async function readProgress(
  db: Queryable,
  companyId: number,
  environment: string,
): Promise<OnboardingProgress> {
  const [row] = await db.query<OnboardingProgress>(progress, [companyId, environment]);
  return row!;
}
