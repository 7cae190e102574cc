export function CompanyPage() {
  return <p>CompanyPage</p>;
}
