/** An input in the table of lines: its border shows on demand; in a card, it looks like any other input. */
export const inCell =
  "w-full min-h-11 rounded text-ellipsis border border-transparent bg-transparent px-2 hover:border-line focus:border-edge focus:bg-raised aria-invalid:border-bad @max-xl:border-edge @max-xl:bg-raised @max-xl:rounded-control";
