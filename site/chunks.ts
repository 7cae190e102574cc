import path from "node:path";

type ModuleInfo = { importedIds: readonly string[] };
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

const source = (name: string) => path.join(import.meta.dirname, "src", name);

/**
 * The files of the site, each with the modules that it begins with; it contains all that these import, except what an
 * earlier file contains. On a slow line each file costs a wait, so there are few: what every page needs, what every
 * page of the dashboard needs, and what several pages share. All other modules are in the file of their page.
 */
const files: readonly (readonly [name: string, roots: readonly string[]])[] = [
  [
    "start",
    [
      "start.tsx",
      "data/use-change.ts",
      "data/use-choice.ts",
      ...["page", "field", "inputs", "form", "badge", "skeleton"].map((name) => `ui/${name}.tsx`),
    ],
  ],
  ["frame", ["shell/frame.tsx", "dashboard/placeholder-pages.tsx", "ui/values.tsx", "ui/empty-state.tsx"]],
  [
    "lists",
    [
      "dashboard/list-page.tsx",
      "dashboard/pickers.tsx",
      "invoices/invoice-columns.tsx",
      "sales/sale-columns.tsx",
      "quotes/quote-columns.tsx",
      "recurring-invoices/recurring-columns.tsx",
    ],
  ],
  ["documents", ["dashboard/document-editor.tsx", "dashboard/form-dialog.tsx"]],
  [
    "popups",
    [
      "ui/dialog-window.tsx",
      "ui/menu-window.tsx",
      "ui/toast-list.tsx",
      "ui/calendar-window.tsx",
      "shell/more-sheet.tsx",
    ],
  ],
  ["pickers", ["ui/combobox-window.tsx"]],
];

/** The page, its first script and style, and the bundler's own functions. */
const isFirst = (id: string) =>
  id.startsWith("\0") || /[\\/](index\.html|main\.ts|src[\\/]style\.css)$/.test(id);

const isLibrary =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack|big\.js)[\\/]/;

/** Assigns modules to files, for the bundler. */
export function createFileNames(): (id: string, graph: unknown) => string | null {
  const assigned = new Map<string, string>();
  const assign = (id: string, name: string, graph: Graph) => {
    if (assigned.has(id)) return;
    assigned.set(id, isLibrary.test(id) ? "libraries" : name);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) assign(imported, name, graph);
  };
  return (id, graph) => {
    // The first script must not wait for the libraries, so the bundler's functions that it needs are in its file.
    if (isFirst(id)) return "main";
    if (assigned.size === 0) {
      for (const [name, roots] of files) for (const root of roots) assign(source(root), name, graph as Graph);
    }
    return assigned.get(id) ?? null;
  };
}
