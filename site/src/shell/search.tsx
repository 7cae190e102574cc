import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { texts } from "../texts/shell.ts";
import { Icon } from "../ui/icon.tsx";

const SearchBox = lazy(async () => ({ default: (await import("../dashboard/search-box.tsx")).SearchBox }));

/** A placeholder that loads the search box when it gets the focus, because the search box is large. */
export function Search() {
  const [isWanted, setWanted] = useState(false);
  const placeholder = <SearchPlaceholder onWanted={() => setWanted(true)} />;
  return (
    <search>
      {isWanted ? (
        <Suspense fallback={placeholder}>
          <Focused>
            <SearchBox />
          </Focused>
        </Suspense>
      ) : (
        placeholder
      )}
    </search>
  );
}

function SearchPlaceholder({ onWanted }: { onWanted: () => void }) {
  return (
    <div className="relative">
      <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
      <input
        readOnly
        aria-label={texts.search}
        placeholder={texts.search}
        onFocus={onWanted}
        className="control bg-raised! pl-10"
      />
    </div>
  );
}

/** Moves the focus from the placeholder to the search box. */
function Focused({ children }: { children: React.ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("input")?.focus(), []);
  return <div ref={place}>{children}</div>;
}
