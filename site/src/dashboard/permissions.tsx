import type { ReactNode } from "react";
import { useCompany, useHasScope } from "../session.tsx";
import { texts } from "../texts/dashboard.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";

/** Whether the user's role has the scope and the company's plan includes the feature. */
export function useCan(): (scope: string, feature?: string) => boolean {
  const hasScope = useHasScope();
  const { disabled_features } = useCompany();
  return (scope, feature) => hasScope(scope) && !(feature && disabled_features.includes(feature));
}

type RequirePermissionProps = { title: string; scope: string; feature: string; children: ReactNode };

/**
 * Shows a form only to users who may submit it; others, who opened its URL directly, see whom to ask.
 */
export function RequirePermission({ title, scope, feature, children }: RequirePermissionProps) {
  const can = useCan();
  if (can(scope, feature)) return children;
  return (
    <Page title={title}>
      <EmptyState title={texts.notYours}>{texts.notYoursHint}</EmptyState>
    </Page>
  );
}
