import type { Html } from "../html.ts";

/**
 * The type of a translation: the same keys as the English texts, any words. A text that is missing or that takes other
 * values does not compile.
 */
export type Translation<Text> = Text extends (...values: infer Values) => infer Result
  ? (...values: Values) => Translation<Result>
  : Text extends string
    ? string
    : Text extends Html
      ? Html
      : { readonly [Key in keyof Text]: Translation<Text[Key]> };
