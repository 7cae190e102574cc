import { type RefObject, useEffect, useRef, useState } from "react";

/** The current width of an element. A chart drawn at its real width keeps its labels legible on a phone. */
export function useWidth<T extends Element>(): [RefObject<T | null>, number] {
  const place = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
