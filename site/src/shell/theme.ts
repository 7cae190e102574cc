export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const stored = "billfold.theme";

export function chosenTheme(): Theme {
  const word = localStorage.getItem(stored);
  return themes.find((theme) => theme === word) ?? "system";
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(stored, theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
