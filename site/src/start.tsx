import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchConnection } from "./data/connection.ts";
import { loadBeforeLeaving } from "./data/lazy-route.ts";
import { openLinkedCompany } from "./data/linked-company.ts";
import { queryClient } from "./data/query-client.ts";
import { router } from "./router.tsx";
import { ConnectionBanner } from "./shell/connection-banner.tsx";
import { applyTheme, chosenTheme } from "./shell/theme.ts";
import { showLoadingBar } from "./ui/loading-bar.ts";
import { Toasts } from "./ui/toast.tsx";

const place = document.getElementById("site");
if (!place) throw new Error("index.html has no element #site");

// Again for Vite's own server, whose page does not contain `first-requests.ts`.
openLinkedCompany();
applyTheme(chosenTheme());
watchConnection();
loadBeforeLeaving(router, showLoadingBar);
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConnectionBanner />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
