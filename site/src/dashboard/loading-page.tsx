import type { LinkProps } from "@tanstack/react-router";
import { texts } from "../texts/ui.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Page } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

type Props = { title: string; back: LinkProps & { label: string }; error: unknown; onRetry: () => void };

/** A record's page while it loads, or when loading failed. */
export function LoadingPage({ title, back, error, onRetry }: Props) {
  return (
    <Page title={title} back={back}>
      {error ? (
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
