export function ConfirmPage() {
  return <p>ConfirmPage</p>;
}
