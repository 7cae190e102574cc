export function StartPage() {
  return <p>StartPage</p>;
}
