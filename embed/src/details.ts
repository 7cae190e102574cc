import { type Field, newField } from "./fields.ts";
import { texts } from "./texts.ts";

/**
 * Who orders, when it is wanted, and what else there is to say. Fields are called as the service calls them, so what it
 * finds wrong can be said at the right one.
 */
export function newDetails(): Map<string, Field> {
  const { order: words, wrong } = texts;
  // How a date is written in Sweden is how it goes over the wire. The day is the one where the buyer is.
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
      (value) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && wrong.email,
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
