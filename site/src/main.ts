import "./style.css";
import { startEarlyRequests } from "./data/early-requests.ts";
import { openLinkedCompany } from "./data/linked-company.ts";

/**
 * The first script is tiny: it requests the data of the page while the rest of the code, which the page has asked for
 * as well, is still on its way.
 */
openLinkedCompany();
startEarlyRequests();
import("./start.tsx").catch(() => {
  const note = document.getElementById("loading-failed");
  if (!note) return;
  note.querySelector("button")?.addEventListener("click", () => location.reload());
  note.hidden = false;
});
