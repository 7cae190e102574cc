import "./style.css";

/** The first script is tiny and imports nothing, so that it can say that the others could not be loaded. */
import("./start.tsx").catch(() => {
  const note = document.getElementById("loading-failed");
  if (!note) return;
  note.querySelector("button")?.addEventListener("click", () => location.reload());
  note.hidden = false;
});
