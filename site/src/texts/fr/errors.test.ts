import { expect, test } from "vitest";
import { formats } from "../../../../service/src/http/formats.ts";
import { texts } from "./errors.ts";

test.each([
  ["is required", "Ce champ est obligatoire."],
  ["must have at most 200 characters", "200 caractères au maximum."],
  ["must be at least 0.01", "La valeur doit être au moins 0.01."],
  ["Something that only the service says.", "Something that only the service says."],
])("the message %j of a field is shown as %j", (english, french) =>
  expect(texts.field(english)).toBe(french),
);

test("every message about the format of a value is translated", () => {
  const untranslated = Object.values(formats)
    .map(({ message }) => message)
    .filter((message) => texts.field(message) === message);
  expect(untranslated).toEqual([]);
});
