import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const service = "http://127.0.0.1:8080";
const forService =
  "^/(app/(api|auth|session|registrations|invitations)|operator/api|portal|mail|docs)(/|\\?|$)";

/** A page that is loaded often costs nothing the second time: every name holds the hash of what is in the file. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === "build" ? "/site/" : "/",
  plugins: [react(), tailwindcss()],
  // While the site is worked on, all that is no page comes from a service that runs beside.
  server: { proxy: { [forService]: service } },
  build: {
    outDir: path.join(import.meta.dirname, "../service/assets/site"),
    emptyOutDir: true,
    // Browsers of the last two years: older ones lack light-dark(), on which the colours stand.
    target: ["chrome123", "firefox120", "safari17.5"],
    // The strict policy lets nothing in that is written into the page, small as it may be.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
}));
