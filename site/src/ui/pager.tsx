import { useEffect, useRef } from "react";
import type { Pages } from "../data/use-pages.ts";
import { texts } from "../texts/ui.ts";
import { Button } from "./button.tsx";
import { ErrorNote } from "./error-note.tsx";

/** Appends the next page when the end of the list comes near; the button is for keyboards, and when that fails. */
export function Pager({ pages }: { pages: Pages<unknown> }) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (!isReady || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Once per observer: it is made again when the page has arrived.
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void fetchNextPage();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isReady, fetchNextPage]);
  if (isFetchNextPageError) return <ErrorNote error={pages.error} onRetry={() => void fetchNextPage()} />;
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="flex justify-center">
      <Button busy={pages.isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {pages.isFetchingNextPage ? texts.loadingMore : texts.more}
      </Button>
    </div>
  );
}
