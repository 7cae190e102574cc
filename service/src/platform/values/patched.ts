type Patch<T> = { readonly [Name in keyof T]?: unknown };

/**
 * Settings after a PATCH: fields that are omitted stay, null restores a default. Fields that the settings do not have,
 * which requests may contain, are left out.
 */
export function patched<T extends object>(before: T, patch: Patch<T>, defaults: T): T {
  const names = Object.keys(defaults) as (keyof T)[];
  const values = names.map((name) => {
    const given = patch[name];
    return [name, given === undefined ? before[name] : (given ?? defaults[name])];
  });
  return Object.fromEntries(values) as T;
}
