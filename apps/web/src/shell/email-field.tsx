/** The field for the visitor's own email address. */
export function EmailField({ id, typed }: { id: string; typed: string | undefined }) {
  return <input id={id} name="email" type="email" autoComplete="email" required maxLength={254} defaultValue={typed} />;
}
