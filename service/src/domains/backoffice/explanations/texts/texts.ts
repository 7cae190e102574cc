import type { Language } from "../../../../contract/languages.ts";
import type { Rule } from "../rules.ts";
import type { Inputs } from "../tree.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

/** What each rule does, in words, with what it was given. */
export type RuleTexts = Record<Rule, (inputs: Inputs) => string>;

const byLanguage: Record<Language, RuleTexts> = { en, fr };

export const textOf = (language: Language, rule: Rule, inputs: Inputs): string =>
  byLanguage[language][rule](inputs);
