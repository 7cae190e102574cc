import { texts } from "../texts/customers.ts";

export const kindName = (kind: string): string => texts.kinds[kind as keyof typeof texts.kinds] ?? kind;
