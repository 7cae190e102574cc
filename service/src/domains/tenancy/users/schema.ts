import { roleNames } from "../../../contract/access.ts";
import { languages } from "../../../contract/languages.ts";
import { Country, Email, optional, text, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { passwordLength } from "./passwords.ts";

export const Password = Type.String(passwordLength);

export const Person = Type.Object({ name: text(200), email: Email, password: Password });
export type Person = Type.Static<typeof Person>;

/** The password is set through the confirmation link, so one in this body is ignored. */
export const Signup = Type.Object({
  company: Type.Object({ name: text(200), country: Country, tax_id: optional(text(50)) }),
  user: Type.Object({ name: text(200), email: Email }),
});
export type Signup = Type.Static<typeof Signup>;

export const Confirmation = Type.Object({ token: text(100), password: Password });
export type Confirmation = Type.Static<typeof Confirmation>;

export const Proof = Type.Object({
  password: Type.Optional(Type.String({ minLength: 1, maxLength: passwordLength.maxLength })),
  code: Type.Optional(text(20)),
});

export const Acceptance = Type.Object({
  token: text(100),
  name: Type.Optional(text(200)),
  password: Type.Optional(Password),
});
export type Acceptance = Type.Static<typeof Acceptance>;

export const NameChange = Type.Object({ name: text(200) });
export const LanguageChange = Type.Object({ language: words(languages) });
export const EmailChange = Type.Object({ email: Email });
export const LinkToken = Type.Object({ token: text(100) });

export const Invitation = Type.Object({ email: Email, role: words(roleNames) });
export const RoleChange = Type.Object({ role: words(roleNames) });
