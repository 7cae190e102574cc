export const texts = {
  title: "Is it you?",
  intro:
    "This change concerns who can act for your company. Enter your password to go on; you are not asked again for ten minutes.",
  codeIntro:
    "This change concerns who can act for your company. Enter the six digits that your authenticator app shows; you are not asked again for ten minutes.",
  password: "Your password",
  code: "Code",
  useCode: "Use the authenticator app instead",
  usePassword: "Use the password instead",
  submit: "Go on",
} as const;
