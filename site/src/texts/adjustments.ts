/** Texts of discounts and charges, on lines and on whole documents. */
export const texts = {
  title: "Discounts and charges",
  documentTitle: "On the whole document",
  kinds: { discount: "Discount", charge: "Charge" },
  add: { discount: "Add discount", charge: "Add charge" },
  row: (kind: string, number: number) => `${kind} ${number}`,
  value: (row: string) => `${row}: value`,
  unit: (row: string) => `${row}: percent or amount`,
  reason: (row: string) => `${row}: reason`,
  reasonHint: "Reason",
  remove: (row: string) => `Remove ${row.toLowerCase()}`,
  pricesIncludeTax: "Prices include tax",
  tooMuch: "A discount is larger than what is left to discount.",
  defaultDiscount: "Default discount %",
  shown: (kind: string, value: string, reason: string) =>
    reason === "" ? `${kind} ${value}` : `${kind} ${value}: ${reason}`,
};
