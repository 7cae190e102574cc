import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type InlineConfig } from "vite";
import { createFileNames } from "./chunks.ts";
import { pseudoLanguage, pseudoTexts } from "./pseudo-texts.ts";
import { translatedTexts } from "./translated-texts.ts";

const service = "http://127.0.0.1:8080";
const forService =
  "^/(app/(api|auth|session|registrations|invitations)|operator/api|portal|mail|docs)(/|\\?|$)";

/** The folder of one language; every file name contains a hash of the content, so that browsers cache it forever. */
export const siteConfig = (language: string, folder: string): InlineConfig => ({
  configFile: false,
  root: import.meta.dirname,
  base: `/site/${language}/`,
  plugins: [language === pseudoLanguage ? pseudoTexts() : translatedTexts(language), react(), tailwindcss()],
  build: {
    outDir: path.join(folder, language),
    emptyOutDir: true,
    // Browsers of the last two years: older ones do not support light-dark(), which all colours use.
    target: ["chrome123", "firefox120", "safari17.5"],
    // The content security policy blocks everything that is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "src/static/style.css"].map((file) => path.join(import.meta.dirname, file)),
      output: {
        codeSplitting: {
          groups: [
            {
              name: createFileNames(),
              debugName: "files of the site",
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});

/** For work on the site: everything except pages comes from a service that runs next to it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [translatedTexts(process.env.BILLFOLD_SITE_LANGUAGE ?? "en"), react(), tailwindcss()],
  server: { proxy: { [forService]: service } },
});
