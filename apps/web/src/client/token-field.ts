/**
 * The token that a link in an email passes in the fragment, which is not sent to the server. It is removed from the
 * address at once, so that a reload or a shared address does not contain it.
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
  // The token has been paid for, so payment is not offered.
  document.getElementById('with-token')?.setAttribute('open', '');
  document.getElementById('pay')?.setAttribute('hidden', '');
}
