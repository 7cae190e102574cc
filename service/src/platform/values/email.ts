const charactersMax = 254;

// Mail programs and libraries read these as the syntax of a list of addresses, with names, comments and groups: what
// looks like one address here would be several, or another one, to them. Invisible characters disguise an address.
const others = /[()<>[\]\\,;:"\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** One plain address: something, an @, and a name with a dot inside. What it is worth, only a mail to it can tell. */
export const isEmail = (text: string): boolean =>
  text.length <= charactersMax && /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]+$/.test(text) && !others.test(text);
