import { useRouter } from "@tanstack/react-router";
import { PageLoadFailure } from "../data/lazy-route.ts";
import { texts as loadingTexts } from "../texts/loading.ts";
import { texts } from "../texts/ui.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useTitle } from "../ui/page.tsx";
import { Logo } from "./logo.tsx";

export function NotFoundPage() {
  return (
    <ProblemPage title={texts.failure.notFoundTitle} description={texts.failure.notFound}>
      <ButtonLink kind="primary" to="/app">
        {texts.failure.home}
      </ButtonLink>
    </ProblemPage>
  );
}

/** The same in the shell, with its navigation. */
export function NotFoundInShell() {
  useTitle(texts.failure.notFoundTitle);
  const action = (
    <ButtonLink kind="primary" to="/app">
      {texts.failure.home}
    </ButtonLink>
  );
  return (
    <>
      <h1 className="sr-only">{texts.failure.notFoundTitle}</h1>
      <EmptyState icon="search" title={texts.failure.notFoundTitle} action={action}>
        {texts.failure.notFound}
      </EmptyState>
    </>
  );
}

/** Shown for uncaught errors, and for a page whose code could not be loaded. */
export function CrashPage({ error }: { error?: unknown }) {
  const router = useRouter();
  if (error instanceof PageLoadFailure) {
    const { title, message } = loadingTexts.pageOffline;
    const retry = async () => {
      await error.retry();
      await router.invalidate();
    };
    return (
      <ProblemPage title={title} description={message}>
        <Button kind="primary" icon="refresh" onClick={() => void retry()}>
          {texts.again}
        </Button>
      </ProblemPage>
    );
  }
  return (
    <ProblemPage title={texts.failure.crashedTitle} description={texts.failure.crashed}>
      <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
        {texts.failure.reload}
      </Button>
    </ProblemPage>
  );
}

type ProblemPageProps = { title: string; description: string; children: React.ReactNode };

function ProblemPage({ title, description, children }: ProblemPageProps) {
  useTitle(title);
  return (
    <main className="mx-auto flex max-w-lg flex-col items-start gap-4 px-6 py-16">
      <a href="/" className="no-underline">
        <Logo />
      </a>
      <h1 className="mt-6 font-display text-3xl font-semibold">{title}</h1>
      <p className="text-muted">{description}</p>
      {children}
    </main>
  );
}
