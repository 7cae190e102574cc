export function ResetPage() {
  return <p>ResetPage</p>;
}
