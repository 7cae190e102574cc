/**
 * The type of a translation: the same keys as the English texts, any words. A text that is missing or that takes other
 * values does not compile.
 */
export type Translation<Text> = Text extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Text extends string
    ? string
    : { readonly [Key in keyof Text]: Translation<Text[Key]> };
