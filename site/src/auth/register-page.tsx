export function RegisterPage() {
  return <p>RegisterPage</p>;
}
