import { roleNames } from "../../../contract/access.ts";
import { languages } from "../../../contract/languages.ts";
import {
  Country,
  Email,
  Id,
  nullable,
  optional,
  Timestamp,
  text,
  words,
} from "../../../platform/values/schema.ts";
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

/** A person who can sign in for the company. */
export const User = Type.Object(
  {
    id: Id,
    name: Type.String(),
    email: Type.String(),
    role: words(roleNames),
    two_factor: Type.Boolean({ description: "Whether the person signs in with a second factor." }),
    last_seen_at: nullable(Timestamp),
  },
  { title: "User" },
);

export const userExample = {
  id: 17,
  name: "Ada Obi",
  email: "ada@example.com",
  role: "owner",
  two_factor: true,
  last_seen_at: "2026-11-15T09:30:00.000Z",
};

export const OpenInvitation = Type.Object(
  { id: Id, email: Type.String(), role: words(roleNames), created_at: Timestamp, expires_at: Timestamp },
  { title: "Invitation" },
);

export const invitationExample = {
  id: 3,
  email: "obi@example.com",
  role: "viewer",
  created_at: "2026-11-15T09:30:00.000Z",
  expires_at: "2026-11-22T09:30:00.000Z",
};

export const Invitation = Type.Object({ email: Email, role: words(roleNames) });
export const RoleChange = Type.Object({ role: words(roleNames) });
