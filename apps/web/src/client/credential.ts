import { takeTokens } from './token-field.ts';

/**
 * Says which kind of secret the field contains, as it is typed. A link in an email can fill it from the fragment of the
 * address, which is not sent to the server.
 */
export function explainCredential(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('#credential');
  const line = document.getElementById('credential-kind');
  if (!field || !line) return;
  const explain = () => {
    line.textContent = line.dataset[kindOf(field.value.trim())] ?? '';
  };
  field.addEventListener('input', explain);
  takeTokens((token) => {
    field.value = token;
    field.closest('details')?.setAttribute('open', '');
    explain();
  });
}

function kindOf(text: string): string {
  if (text === '') return '';
  if (text.startsWith('pal_live_')) return 'key';
  if (text.startsWith('pal_scan_')) return 'token';
  if (text.startsWith('pal_comp_')) return 'compliance';
  return 'unknown';
}
