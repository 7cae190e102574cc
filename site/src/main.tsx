import "./style.css";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./data/query-client.ts";
import { router } from "./router.tsx";
import { StepUp } from "./shell/step-up.tsx";
import { applyTheme, chosenTheme } from "./shell/theme.ts";
import { Toasts } from "./ui/toast.tsx";

const place = document.getElementById("site");
if (!place) throw new Error("index.html lacks the element #site");

applyTheme(chosenTheme());
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Toasts>
          <RouterProvider router={router} />
          <StepUp />
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
