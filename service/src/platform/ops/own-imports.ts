import { registerHooks } from "node:module";

// An installed package has the same files as JavaScript, with those of its dependencies in a folder beside the service's.
const [extension, format, folder] = import.meta.url.endsWith(".ts")
  ? [".ts", "module-typescript", new URL("../../../../", import.meta.url).href]
  : [".js", "module", new URL("../../../", import.meta.url).href];

/**
 * Resolves the imports between our own files by their names alone. Node would look up each one's real path, kind and
 * package in the file system, which for hundreds of small files is a fifth of the time that the program takes to load.
 */
export function resolveOwnImports(): void {
  registerHooks({
    resolve(name, context, next) {
      const { parentURL } = context;
      if (!name.startsWith(".") || !name.endsWith(extension) || !parentURL?.startsWith(folder)) {
        return next(name, context);
      }
      return { url: new URL(name, parentURL).href, format, shortCircuit: true };
    },
  });
}
