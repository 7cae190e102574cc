/**
 * An email address that breaks in front of its @ where it is too long for a line, and elsewhere only when even a part is
 * too long. A column is as wide as the longer part.
 */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <span className="wrap-break-word">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
