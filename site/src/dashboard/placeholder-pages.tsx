import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiFailure } from "../data/api.ts";
import { useCan } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/ui.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Page } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

type LoadingPageProps = {
  title: string;
  back: LinkProps & { label: string };
  error: unknown;
  onRetry: () => void;
};

const isMissing = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status === 404;

/** A record's page while it loads, or when loading failed. A record that does not exist is no fault to try again. */
export function LoadingPage({ title, back, error, onRetry }: LoadingPageProps) {
  const { label, ...list } = back;
  return (
    <Page title={title} back={back}>
      {isMissing(error) ? (
        <EmptyState
          icon="search"
          title={error.message.replace(/\.$/, "")}
          action={<ButtonLink {...list}>{label}</ButtonLink>}
        >
          {texts.failure.notFound}
        </EmptyState>
      ) : error ? (
        <ErrorNote error={error} onRetry={onRetry} />
      ) : (
        <div role="status" className="flex flex-col gap-6">
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-32 w-full rounded-card" />
          <Skeleton className="h-64 w-full rounded-card" />
        </div>
      )}
    </Page>
  );
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
      <EmptyState title={dashboardTexts.notYours}>{dashboardTexts.notYoursHint}</EmptyState>
    </Page>
  );
}
