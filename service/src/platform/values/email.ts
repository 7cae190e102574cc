const charactersMax = 254;

/** Something, an @, and a name with a dot inside. What an address is worth, only a mail to it can tell. */
export const isEmail = (text: string): boolean =>
  text.length <= charactersMax && /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text);
