/**
 * The token that a link in an email passes in the fragment, which is not sent to the server. It is removed from the
 * address at once, so that a reload or a shared address does not contain it. Where the page is already open, the link
 * changes the fragment only and loads nothing.
 */
export function takeTokens(take: (token: string) => void): void {
  const look = () => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    if (token === null) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    if (token !== '') take(token);
  };
  addEventListener('hashchange', look);
  look();
}

export function fillComplianceToken(): void {
  const field = document.querySelector<HTMLInputElement>('#compliance #token');
  if (!field) return;
  takeTokens((token) => {
    field.value = token;
    // The token has been paid for, so payment is not offered.
    document.getElementById('with-token')?.setAttribute('open', '');
    document.getElementById('pay')?.setAttribute('hidden', '');
  });
}
