import type { Pages } from "../data/use-pages.ts";
import { texts } from "../texts/ui.ts";
import { Button } from "./button.tsx";
import { ErrorNote } from "./error-note.tsx";

/** The button below a list that appends the next page. */
export function Pager({ pages }: { pages: Pages<unknown> }) {
  if (pages.isFetchNextPageError)
    return <ErrorNote error={pages.error} onRetry={() => void pages.fetchNextPage()} />;
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex justify-center">
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? texts.loadingMore : texts.more}
      </Button>
    </div>
  );
}
