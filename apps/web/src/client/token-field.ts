/**
 * The token that a mail's link brings in the fragment, which no server sees. It is taken out of the address at once, so
 * that a reload or a shared address does not bring it again.
 */
export function tokenFromAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

export function fillComplianceToken(): void {
  const field = document.querySelector<HTMLInputElement>('#compliance #token');
  if (!field) return;
  const token = tokenFromAddress();
  if (token === null) return;
  field.value = token;
  // What is paid already is not offered for sale.
  document.getElementById('with-token')?.setAttribute('open', '');
  document.getElementById('pay')?.setAttribute('hidden', '');
}
