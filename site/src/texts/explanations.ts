/** The dialog that explains how an amount came about. The explanations themselves come from the service. */
export const texts = {
  title: "How this amount came about",
  rounded: (exact: string) => `Exactly ${exact}, rounded`,
  shared: (exact: string) => `Exactly ${exact}; the shares are rounded so that they add up`,
  open: "Open",
  nothing: "There is nothing in it.",
};
