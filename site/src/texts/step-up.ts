export const texts = {
  title: "Confirm your identity",
  intro:
    "This change affects who can act for your company. Enter your password to continue. You will not be asked again for 10 minutes.",
  codeIntro:
    "This change affects who can act for your company. Enter the 6-digit code from your authenticator app. You will not be asked again for 10 minutes.",
  password: "Your password",
  code: "Code",
  useCode: "Use the authenticator app instead",
  usePassword: "Use your password instead",
  submit: "Continue",
  ended: {
    title: "Your session has ended",
    intro: (email: string) =>
      `You were signed out. Sign in again as ${email} to continue. Nothing on this page is lost.`,
    codeIntro: "Enter the 6-digit code from your authenticator app.",
    submit: "Sign in",
    leave: "Go to the sign-in page",
  },
} as const;
