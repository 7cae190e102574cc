/** Texts of the page for addresses that do not exist. */
export const texts = {
  title: "Page not found",
  description:
    "The address may be mistyped, or the page may have moved. Check the address, or start from here:",
  home: "Home page",
  dashboard: "Dashboard",
  docs: "Documentation",
} as const;
