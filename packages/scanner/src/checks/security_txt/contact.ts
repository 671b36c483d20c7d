import { defineCheck } from '../../check.ts';
import { correctedUri } from '../../parse/security-txt/corrected.ts';
import { fieldsNamed } from '../../parse/security-txt/security-txt.ts';

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
  outcomes: {
    good: { title: 'security.txt has a contact', status: 'good' },
    faulty: { title: 'security.txt has no usable contact', status: 'bad', weakness: 'securitytxt-expired' },
  },
  judge({ security_txt_file: state }, context) {
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
    const domain = context.target.registrable_domain ?? context.target.host;
    const { host } = context.target;
    const meant = fieldsNamed(state.text, 'contact').flatMap(({ value }) => correctedUri(value, host) ?? []);
    const lines = (meant.length > 0 ? meant : [`mailto:security@${domain}`]).slice(0, 5);
    return { outcome: 'faulty', evidence: faults, fix: lines.map((value) => `Contact: ${value}`).join('\n') };
  },
});
