import { isRecord } from "../exchange.ts";
/** Validates JSON. A shape reports every invalid value with its path. */
export type Shape =
  | null
  | "text"
  | "whole"
  | "flag"
  | "anything"
  | ((value: unknown, at: string) => string[]);

export const text: Shape = "text";
export const whole: Shape = "whole";
export const flag: Shape = "flag";
export const anything: Shape = "anything";

export function faultsOf(shape: Shape, value: unknown, at: string): string[] {
  if (typeof shape === "function") return shape(value, at);
  return fits[shape ?? "null"](value) ? [] : [`${at} must be ${words[shape ?? "null"]}`];
}

const fits = {
  null: (value: unknown) => value === null,
  text: (value: unknown) => typeof value === "string",
  whole: (value: unknown) => Number.isSafeInteger(value),
  flag: (value: unknown) => typeof value === "boolean",
  anything: (value: unknown) => value !== undefined,
};

const words = {
  null: "null",
  text: "text",
  whole: "a whole number",
  flag: "true or false",
  anything: "there",
};

export function oneOf(...values: string[]): Shape {
  return (value, at) =>
    values.includes(value as string) ? [] : [`${at} must be one of ${values.join(", ")}`];
}

/** Accepts the first shape that matches; if none does, reports the faults of the last one. */
export function anyOf(...shapes: Shape[]): Shape {
  return (value, at) => {
    let faults: string[] = [];
    for (const shape of shapes) {
      faults = faultsOf(shape, value, at);
      if (faults.length === 0) return faults;
    }
    return faults;
  };
}

export const orNull = (shape: Shape) => anyOf(null, shape);

export function list(shape: Shape): Shape {
  return (value, at) =>
    Array.isArray(value)
      ? value.flatMap((item, place) => faultsOf(shape, item, `${at}[${place}]`))
      : [`${at} must be a list`];
}

/** Accepts any object. */
export const record: Shape = (value, at) => (isRecord(value) ? [] : [`${at} must be an object`]);

/** Accepts an object with the required members, optionally the others, and no unknown ones. */
export function object(members: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  return (value, at) => {
    if (!isRecord(value)) return [`${at} must be an object`];
    const strange = Object.keys(value).filter((name) => !(name in members) && !(name in optional));
    return [
      ...strange.map((name) => `${at}.${name} is unknown`),
      ...Object.entries(members).flatMap(([name, shape]) => faultsOf(shape, value[name], `${at}.${name}`)),
      ...Object.entries(optional).flatMap(([name, shape]) =>
        value[name] === undefined ? [] : faultsOf(shape, value[name], `${at}.${name}`),
      ),
    ];
  };
}
