import { readFileSync } from "node:fs";
import path from "node:path";

/** A page of the site: its path, and the modules that are loaded for it, from the outermost frame to the page. */
export type SiteRoute = { path: string; modules: string[] };

type Declared = { name: string | undefined; parent: string; path: string; module: string | undefined };

const declaration =
  /(?:const (\w+) = )?createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: "([^"]+)",([\s\S]*?)\n\s*\}\)/g;

/** The routes that the router declares. A declaration in another form fails the build, because it would be missed. */
export function readRoutes(): SiteRoute[] {
  const source = ["public-routes.ts", "router.tsx"]
    .map((file) => readFileSync(path.join(import.meta.dirname, "src", file), "utf8"))
    .join("\n");
  const declared = [...source.matchAll(declaration)].map(([, name, parent, at, rest]): Declared => {
    return { name, parent: parent!, path: at!, module: /import\("\.\/([^"]+)"\)/.exec(rest!)?.[1] };
  });
  const count = source.split("createRoute({").length - 1;
  if (declared.length !== count)
    throw new Error(
      `${count - declared.length} routes are declared in a form that site/routes.ts can't read`,
    );
  const above = (name: string): Declared[] => {
    const found = declared.find((each) => each.name === name);
    return found ? [...above(found.parent), found] : [];
  };
  return declared.map((each) => {
    const chain = [...above(each.parent), each];
    return {
      path: chain
        .map((part) => part.path)
        .join("")
        .replace(/(.)\/$/, "$1"),
      modules: chain.flatMap(({ module }) => (module ? [`src/${module}`] : [])),
    };
  });
}
