import type { BrowserPage } from '../../evidence/browser.ts';
import { hostedFields } from '../page/hosted-fields.ts';

/** Where a page takes card data: in its own fields, or in frames of a provider; null: it does not. */
export function paymentOn({
  forms,
  frames,
  scripts,
}: Pick<BrowserPage, 'forms' | 'frames' | 'scripts'>): { fields: string[]; frames: string[] } | null {
  const fields = forms.flatMap(({ card_fields: cards }) => cards);
  const hosted = hostedFields({
    resources: [
      ...frames.flatMap(({ url }) => (url.startsWith('http') ? [{ kind: 'frame' as const, url }] : [])),
      ...scripts.flatMap(({ kind, url }) => (kind === 'file' && url ? [{ kind: 'script' as const, url }] : [])),
    ],
    payment_places: [],
  });
  return fields.length + hosted.length > 0 ? { fields, frames: hosted } : null;
}
