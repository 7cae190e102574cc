import { type Field, newField } from "./fields.ts";
import { texts } from "./texts.ts";

/**
 * Who orders, for when, and other remarks. Fields have the service's names, so that its faults can be shown at the
 * right one.
 */
export function newDetails(): Map<string, Field> {
  const { order: words, wrong } = texts;
  // The Swedish locale writes dates the ISO way. The day is the buyer's local one.
  const today = new Date().toLocaleDateString("sv");
  const fields = [
    newField(
      words.name,
      { id: "customer.name", required: true, autocomplete: "name", maxlength: 200 },
      (value) => !value && wrong.name,
    ),
    newField(
      words.email,
      { id: "customer.email", required: true, type: "email", autocomplete: "email", maxlength: 254 },
      (value) => !/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(value) && wrong.email,
    ),
    newField(
      words.phone,
      { id: "customer.phone", type: "tel", autocomplete: "tel", maxlength: 50 },
      (value) => value !== "" && !/^(\D*\d){7,15}\D*$/.test(value) && wrong.phone,
    ),
    newField(
      words.date,
      { id: "booking_date", type: "date", min: today },
      (_, { validity }) => !validity.valid && wrong.date,
    ),
    newField(words.note, { id: "notes", rows: 3, maxlength: 2000 }, () => false),
  ];
  return new Map(fields.map((field) => [field.input.id, field]));
}
