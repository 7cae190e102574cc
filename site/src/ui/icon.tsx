/** Stroke paths in a 24 × 24 view box; they take the color of the surrounding text. */
const paths = {
  overview: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  invoices: "M6 3h9l4 4v14H6zM14 3v5h5M9.5 12h6M9.5 16h6",
  customers:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.200M18 14.500c2 .7 3.200 2.600 3.500 5.500",
  products: "M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9",
  sales: "M3 4h2.500l2.300 11h10L20 8H6.500M9 20h.01M17 20h.01",
  quotes: "M5 4h14v12H9l-4 4zM9 8.500h6M9 12h4",
  recurring: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",
  payments: "M3 6h18v12H3zM3 10h18M7 15h3",
  importsExports: "M7 4v13m0 0-3.500-3.500M7 17l3.500-3.500M17 20V7m0 0-3.500 3.500M17 7l3.500 3.500",
  events: "M3 12h4l3-8 4 16 3-8h4",
  settings:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  operator: "M12 3l8 3v6c0 4.500-3.300 7.700-8 9-4.700-1.300-8-4.500-8-9V6z",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  check: "M5 12.500l4.500 4.500L19 7.500",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11m0 0-4-4m4 4 4-4M4 20h16",
  upload: "M12 16V5m0 0L8 9m4-4 4 4M4 20h16",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500L21 21",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  right: "M9 6l6 6-6 6",
  left: "M15 6l-6 6 6 6",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  key: "M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12l8-8M16 7l3 3",
  refresh: "M20 5v5h-5M4 19v-5h5M19 10a7.500 7.500 0 0 0-13-2.500M5 14a7.500 7.500 0 0 0 13 2.500",
  warning: "M12 4l9.500 16h-19zM12 10v4.500M12 17.300v.2",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.500M12 7.500v.2",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c.6-4 3.500-6 7.500-6s6.900 2 7.500 6",
  company: "M4 21V5l8-2v18M12 8h8v13M3 21h18M7.500 8h1M7.500 12h1M7.500 16h1M15.500 12h1M15.500 16h1",
  calendar: "M4 6h16v14H4zM4 10.500h16M8.500 3v4.500M15.500 3v4.500",
  grip: "M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01",
  filter: "M4 5h16l-6 8v6l-4 1.500V13z",
  send: "M21 3L3 10.500l7 3 3 7.500zM21 3L10 13.500",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  link: "M10 14a4 4 0 0 0 6 .3l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.3l-3 3a4 4 0 0 0 5.700 5.700L12 17",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500a2.200 2.200 0 0 0 4 0",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.500 9.300a2.600 2.600 0 1 1 3.600 2.500c-.8.3-1.100.9-1.100 1.700M12 16.700v.2",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
} as const;

export type IconName = keyof typeof paths;

/** Icons that point along the line of text: they are mirrored where text runs from right to left. */
const directed: ReadonlySet<IconName> = new Set(["left", "right", "external", "send"]);

/** Icons of dots, which would be hard to see in the stroke of the others. */
const dotted: ReadonlySet<IconName> = new Set(["more", "grip"]);

/** Hidden from screen readers: the text beside it or the label of the button carries the meaning. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`shrink-0 ${directed.has(name) ? "rtl:-scale-x-100 " : ""}${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={dotted.has(name) ? 2.75 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
