import { retryLoading, useLoadProblem } from "../data/connection.ts";
import { texts } from "../texts/loading.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

/** Says that something could not be loaded, and why. Nothing on the page changes until the reader decides. */
export function ConnectionBanner() {
  const problem = useLoadProblem();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex justify-center lg:bottom-6"
    >
      {problem && (
        <div className="pointer-events-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-3 shadow-lift">
          <Icon name={problem === "offline" ? "warning" : "refresh"} className="size-5 text-warn" />
          <p className="min-w-0 flex-1 basis-60">{texts[problem].message}</p>
          {problem === "offline" ? (
            <Button size="small" onClick={retryLoading}>
              {texts.offline.action}
            </Button>
          ) : (
            <Button size="small" kind="primary" onClick={() => location.reload()}>
              {texts.new_version.action}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
