/** An example for testing the mutation of code in a file with tests of its own. */
export function signOf(amount: number): string {
  return amount < 0 ? "-" : "+";
}
