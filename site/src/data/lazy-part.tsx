import { type ComponentType, type ReactNode, useEffect, useReducer } from "react";
import { loadCode, reportLoaded, reportLoadFailure, useLoadAttempt } from "./connection.ts";

export type LazyPart<Props> = ComponentType<Props & { whileLoading?: ReactNode }> & {
  preload: () => Promise<void>;
};

/**
 * A component that is loaded when it is first shown. If that fails, the page around it stays as it is: a banner tells
 * the reason, and the component is loaded when the connection is back.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= loadCode(load).then(
      (component) => {
        Loaded = component;
        reportLoaded();
      },
      () => {
        loading = undefined;
        return reportLoadFailure();
      },
    );
    return loading;
  };
  function Part({ whileLoading = null, ...props }: Props & { whileLoading?: ReactNode }) {
    const [, update] = useReducer((count: number) => count + 1, 0);
    const attempt = useLoadAttempt();
    // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt loads again
    useEffect(() => {
      if (!Loaded) void preload().then(update);
    }, [attempt]);
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : whileLoading;
  }
  return Object.assign(Part, { preload });
}
