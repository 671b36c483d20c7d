import { defineCheck } from '../../check.ts';
import { correctedUris } from '../../parse/security-txt/corrected.ts';
import { fieldsNamed, uriProblem } from '../../parse/security-txt/security-txt.ts';
import { httpsAuthority } from '../../target.ts';
import { contactLines, signedAgain } from './template.ts';

/** Example that triggers it: `Contact: security@example.com`, without `mailto:`. */
export default defineCheck({
  id: 'security_txt/contact',
  title: 'security.txt contact',
  severity: 'minor',
  deduction: 1,
  why: 'The contact is the purpose of the file. It must be a URI (mailto:, tel: or https:), so that tools can use it.',
  fix: 'Contact: mailto:security@example.com',
  references: ['https://www.rfc-editor.org/rfc/rfc9116#section-2.5.3'],
  needs: ['security_txt_file'],
  optional: ['dns'],
  outcomes: {
    good: { title: 'security.txt has a contact', status: 'good' },
    partly: {
      title: 'A contact in security.txt is invalid',
      status: 'weak',
      weakness: 'securitytxt-expired',
      note: 'Another contact is valid.',
    },
    faulty: { title: 'security.txt has no usable contact', status: 'bad', weakness: 'securitytxt-expired' },
  },
  judge({ security_txt_file: state, dns }, context) {
    // Over plain http it is not a security.txt (RFC 9116 §3). security_txt/published deducts for that.
    if (!state.found || state.where === 'http') return null;
    const faults = state.text.faults.filter(({ about }) => about === 'contact').map(({ text }) => text);
    if (faults.length === 0) {
      return {
        outcome: 'good',
        evidence: fieldsNamed(state.text, 'contact')
          .slice(0, 10)
          .map(({ value }) => value.slice(0, 200)),
      };
    }
    const contacts = fieldsNamed(state.text, 'contact').map(({ value }) => value);
    const meant = contacts.flatMap((value) => correctedUris(value, httpsAuthority(context.target)));
    const lines = meant.slice(0, 5).map((value) => `Contact: ${value}`);
    const outcome = contacts.some((value) => uriProblem(value) === null) ? 'partly' : 'faulty';
    return {
      outcome,
      evidence: faults,
      fix: [...(lines.length > 0 ? lines : contactLines(context.target, dns)), signedAgain(state.text)]
        .filter(Boolean)
        .join('\n'),
    };
  },
});
