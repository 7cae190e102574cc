import { expect, test } from "vitest";
import { accountForm, accountOf, emptyAccount } from "./bank-account-form.ts";

const stored = {
  ...{ currency: "EUR", name: "Works", bank: "Commerzbank", iban: "DE89370400440532013000" },
  ...{ account_number: null, bic: "COBADEFF", sort_code: null },
};

test("an account that nobody changes stays the same", () => {
  expect(accountOf(accountForm(stored))).toEqual(stored);
});

test("codes are sent in capital letters, and empty fields as null", () => {
  const form = { ...emptyAccount("EUR"), name: "Works", bank: "Bank", iban: " de89 3704 ", bic: "cobadeff" };
  expect(accountOf(form)).toEqual({
    ...{ currency: "EUR", name: "Works", bank: "Bank", iban: "DE89 3704" },
    ...{ account_number: null, bic: "COBADEFF", sort_code: null },
  });
});
