export function ForgotPage() {
  return <p>ForgotPage</p>;
}
