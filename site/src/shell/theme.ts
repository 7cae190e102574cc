import { setCookie } from "../data/cookie.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const stored = "billfold.theme";

export function chosenTheme(): Theme {
  const word = localStorage.getItem(stored);
  return themes.find((theme) => theme === word) ?? "system";
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(stored, theme);
  // For the service, which paints the frame of the page before any script runs.
  setCookie("billfold_theme", theme === "system" ? undefined : theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
