import { text } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { roleNames } from "../contract/access.ts";
import { Person } from "../domains/tenancy/users/schema.ts";
import {
  createMember,
  createOperator,
  hashPassword,
  removeSecondFactor,
} from "../domains/tenancy/users/service.ts";
import { administer } from "./administration.ts";
import { checked, company, type Options, required, UsageError } from "./options.ts";

/**
 * Creates an operator of this service, or a user with a role in a company. The password comes from standard input,
 * never as an option; an existing account keeps its password and only gains the role.
 */
export async function userCreate(config: Config, options: Options): Promise<void> {
  const email = required(options, "email").toLowerCase();
  const isOperator = options.operator === true;
  if (isOperator === (options.company !== undefined)) {
    throw new UsageError("Give either --operator, or --company ID with --role");
  }
  const role = roleNames.find((name) => name === (options.role ?? "owner"));
  if (!role) throw new UsageError(`--role must be one of ${roleNames.join(", ")}`);
  const companyId = isOperator ? undefined : company(options);
  const password = await readPassword();
  const name = typeof options.name === "string" ? options.name : email.split("@", 1)[0];
  const person = await checked(Person, { email, name, password });
  const passwordHash = await hashPassword(person.password);
  await administer(config, options, async (administration, _context, tell) => {
    const made = { email: person.email, name: person.name, passwordHash };
    if (companyId === undefined) {
      const { id, isNew } = await createOperator(administration, made);
      return { user_id: id, email, operator: true, new: isNew };
    }
    const { id, isNew, wasMember } = await createMember(administration, companyId, role, made);
    if (wasMember) tell({ companyId, action: "user.role_set", about: `${email} is now ${role}` });
    else tell({ companyId, action: "user.added", about: `${email} as ${role}` });
    return { user_id: id, email, company_id: companyId, role, new: isNew };
  });
}

/** Verify the person's identity first: without a second factor, the password alone is enough to sign in. */
export async function userResetSecondFactor(config: Config, options: Options): Promise<void> {
  const email = required(options, "email").toLowerCase();
  await administer(config, options, async (administration, _context, tell) => {
    const { id, hadOne, companies, language } = await removeSecondFactor(administration, email);
    for (const companyId of companies)
      tell({ companyId, action: "second_factor.reset", about: email, alsoTo: { email, language } });
    return { user_id: id, email, removed: hadOne };
  });
}

async function readPassword(): Promise<string> {
  const given = process.stdin.isTTY ? "" : await text(process.stdin);
  const password = given.replace(/\r?\n$/, "");
  if (password !== "") return password;
  throw new UsageError(
    "The password is missing. Pass it on standard input: printf '%s' \"$PASSWORD\" | billfold user create …",
  );
}
