import { defineCheck } from '../../check.ts';
import { correctedLines } from '../../parse/security-txt/corrected.ts';
import { fieldsNamed, uriProblem } from '../../parse/security-txt/security-txt.ts';
import { canonicalMismatch, deliveryFaults } from '../../parse/security-txt/security-txt-found.ts';
import { httpsAuthority } from '../../target.ts';
import { signedAgain } from './template.ts';

/** Example that triggers it: Content-Type text/html, `Policy:` without a value, text after the signature. */
export default defineCheck({
  id: 'security_txt/format',
  title: 'security.txt format',
  severity: 'minor',
  deduction: 1,
  why: 'RFC 9116 defines the format so that tools can read the file: text/plain in UTF-8, one "Name: value" per line, https links, a Canonical field with this URL, and a complete signature or none.',
  fix: 'Serve it as Content-Type: text/plain; charset=utf-8 and correct the listed lines.',
  references: [
    'https://www.rfc-editor.org/rfc/rfc9116#section-4',
    'https://www.rfc-editor.org/rfc/rfc9116#section-2.3',
  ],
  needs: ['security_txt_file'],
  outcomes: {
    good: { title: 'security.txt is well formed', status: 'good' },
    remarks: {
      title: 'security.txt is valid, with remarks',
      status: 'good',
    },
    faulty: {
      title: 'security.txt is malformed',
      status: 'weak',
      weakness: 'securitytxt-expired',
      note: 'Strict parsers reject this file.',
    },
  },
  judge({ security_txt_file: state }, { target }) {
    // Over plain http it is not a security.txt (RFC 9116 §3). security_txt/published deducts for that.
    if (!state.found || state.where === 'http') return null;
    const { attempt, text } = state;
    const mismatch = canonicalMismatch(attempt, text);
    const delivery = deliveryFaults(attempt);
    const faults = [
      ...delivery,
      ...text.faults.filter(({ about }) => about === 'format').map((fault) => fault.text),
      ...(mismatch ? [mismatch] : []),
    ];
    // RFC 9116 §2.3: without Canonical, a signed file can be copied to another URL and still verify.
    const unnamed = text.signature === 'signed' && fieldsNamed(text, 'canonical').length === 0;
    const remarks = [
      ...(unnamed ? ['The file is signed but has no Canonical field, so a copy at another URL verifies too.'] : []),
      ...text.remarks,
    ];
    const note = SIGNATURE_NOTE[text.signature];
    if (faults.length > 0) {
      const corrected = correctedLines(text, httpsAuthority(target));
      const canonical = mismatch ? [`Canonical: ${attempt.chain[0] ?? attempt.url}`] : [];
      // Valid fields name other places of the file, so this one is added to them.
      const isMore = fieldsNamed(text, 'canonical').every(({ value }) => uriProblem(value) === null);
      const lines = isMore ? corrected : [...corrected, ...canonical];
      const fix = [
        delivery.length > 0 ? '# Serve it as Content-Type: text/plain; charset=utf-8, without a byte order mark.' : '',
        lines.length > 0 ? `# In place of the faulty lines:\n${lines.join('\n')}` : '',
        isMore && mismatch ? `# Add this line:\n${canonical.join('\n')}` : '',
        othersRemain(faults, [...delivery, mismatch ?? ''], lines)
          ? CORRECT_BY_HAND[lines.length > 0 ? 'other' : 'all']
          : '',
        faults.length > delivery.length ? signedAgain(text) : '',
      ];
      return { outcome: 'faulty', evidence: faults, note, fix: fix.filter(Boolean).join('\n') };
    }
    return remarks.length > 0
      ? { outcome: 'remarks', evidence: remarks.slice(0, 20), note }
      : { outcome: 'good', note };
  },
});

const CORRECT_BY_HAND = { all: '# Correct the listed lines.', other: '# Correct the other listed lines, too.' };

/** Whether there are faults that none of the lines corrects. */
function othersRemain(faults: readonly string[], solved: readonly string[], lines: readonly string[]): boolean {
  const names = lines.map((line) => line.slice(0, line.indexOf(':')));
  const about = (fault: string) => (fault.includes('not a language tag') ? 'Preferred-Languages' : fault);
  return faults.some((fault) => !solved.includes(fault) && !names.some((name) => about(fault).includes(name)));
}

const SIGNATURE_NOTE = {
  none: 'It is not signed; a signature is optional.',
  signed: 'It has an OpenPGP signature. The scan did not verify it, because that needs the key.',
  broken: 'Its OpenPGP signature is incomplete.',
} as const;
