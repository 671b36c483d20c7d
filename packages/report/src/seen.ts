import { z } from 'zod';

export const SeenPage = z.enum([
  'site',
  'challenge',
  'blocked',
  'login',
  'error',
  'parked',
  'maintenance',
  'interstitial',
]);
export type SeenPage = z.infer<typeof SeenPage>;

/** Whose page the scanned URL returned. */
export const Seen = z.object({
  page: SeenPage.describe(
    'site: the requested page; anything else is not the site, so cookies, page, CORS and cross-origin checks are unknown',
  ),
  reason: z.string().nullable().describe('one sentence that says how it was detected; null for the site’s own page'),
});
export type Seen = z.infer<typeof Seen>;
