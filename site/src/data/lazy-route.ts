import type { AnyRouter, BlockerFn } from "@tanstack/react-router";
import { createElement, type FunctionComponent, use } from "react";
import { loadCode, onRetry, reportLoaded, reportLoadFailure } from "./connection.ts";

/** The code of a page could not be loaded. */
export class PageLoadFailure extends Error {
  readonly retry: () => Promise<void>;

  constructor(retry: () => Promise<void>, cause: unknown) {
    super("The page could not be loaded.", { cause });
    this.retry = retry;
  }
}

type LazyPage = FunctionComponent & { preload: () => Promise<void>; isLoaded: () => boolean };

/**
 * The page of a route as a separate file. Unlike the router's own function of this name, it never reloads the window
 * when the file can't be loaded, because that would discard the form that is open.
 */
export function lazyRouteComponent<Module extends Record<Name, FunctionComponent>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): LazyPage {
  let page: FunctionComponent | undefined;
  let failure: PageLoadFailure | undefined;
  let loading: Promise<void> | undefined;
  const fail = (cause: unknown) => {
    loading = undefined;
    failure = new PageLoadFailure(preload, cause);
  };
  const preload = (): Promise<void> => {
    loading ??= loadCode(load).then(
      (module) => {
        if (!module[name]) fail(new Error(`${name} is not in the file`));
        page = module[name];
      },
      (cause) => fail(cause),
    );
    return loading;
  };
  function Lazy() {
    if (!page && failure) throw failure;
    if (!page) use(preload());
    return createElement(page!);
  }
  return Object.assign(Lazy, { preload, isLoaded: () => page !== undefined });
}

/** Stays on the current page, with everything that was typed there, until the code of the next one is loaded. */
export function loadBeforeLeaving(router: AnyRouter, onLoading: (isLoading: boolean) => void): void {
  let newest = 0;
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ nextLocation, action }: Parameters<BlockerFn>[0]) => {
      // Going back leads to pages that were loaded before.
      if (action !== "PUSH" && action !== "REPLACE") return false;
      newest += 1;
      const own = newest;
      const missing = pagesAt(router, nextLocation.pathname).filter((page) => !page.isLoaded());
      if (missing.length === 0) return false;
      onLoading(true);
      await Promise.all(missing.map((page) => page.preload()));
      // The reader has chosen another page meanwhile.
      if (own !== newest) return true;
      onLoading(false);
      if (missing.every((page) => page.isLoaded())) {
        reportLoaded();
        return false;
      }
      onRetry(() => router.history.push(nextLocation.href));
      await reportLoadFailure();
      return true;
    },
  });
}

function pagesAt(router: AnyRouter, pathname: string): LazyPage[] {
  const [routes] = router.getMatchedRoutes(pathname);
  return routes
    .map(({ options }): unknown => options.component)
    .filter((page): page is LazyPage => typeof page === "function" && "isLoaded" in page);
}
