import { defineCheck } from '../../check.ts';
import { fieldsNamed } from '../../parse/security-txt/security-txt.ts';
import { expiresLine, signedAgain } from './template.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
/** Time enough to publish the file again. */
const SOON_MS = 14 * DAY_MS;

/** Example that triggers it: `Expires: 2025-01-01T00:00:00Z`, a date in the past, or no Expires at all. */
export default defineCheck({
  id: 'security_txt/expires',
  title: 'security.txt expiry date',
  severity: 'minor',
  deduction: 1,
  why: 'Expires says how long the file can be trusted. Exactly one is required, and RFC 9116 tells readers not to use an expired file.',
  fix: 'Expires: a date less than a year ahead, e.g. 2027-01-31T00:00:00Z',
  references: ['https://www.rfc-editor.org/rfc/rfc9116#section-2.5.5'],
  needs: ['security_txt_file'],
  outcomes: {
    good: { title: 'security.txt is still valid', status: 'good' },
    soon: {
      title: 'security.txt expires within two weeks',
      status: 'good',
      note: 'Publish it again with a later date before then.',
    },
    far: {
      title: 'security.txt expires in more than a year',
      status: 'good',
      note: 'RFC 9116 recommends a date less than a year ahead, so that the file stays current.',
    },
    expired: {
      title: 'security.txt has expired',
      status: 'bad',
      weakness: 'securitytxt-expired',
      note: 'The expiry date has passed.',
    },
    faulty: { title: 'security.txt has no valid expiry date', status: 'bad', weakness: 'securitytxt-expired' },
  },
  judge({ security_txt_file: state }, context) {
    // Over plain http it is not a security.txt (RFC 9116 §3). security_txt/published deducts for that.
    if (!state.found || state.where === 'http') return null;
    const fix = [expiresLine(context.scannedAt), signedAgain(state.text)].filter(Boolean).join('\n');
    const faults = state.text.faults.filter(({ about }) => about === 'expires').map(({ text }) => text);
    if (faults.length > 0 || state.text.expires === null) return { outcome: 'faulty', evidence: faults, fix };
    const lines = fieldsNamed(state.text, 'expires').map(({ value }) => `Expires: ${value}`);
    if (state.text.expires < context.scannedAt) return { outcome: 'expired', evidence: lines, fix };
    const left = state.text.expires - context.scannedAt;
    return { outcome: left > YEAR_MS ? 'far' : left < SOON_MS ? 'soon' : 'good', evidence: lines };
  },
});
