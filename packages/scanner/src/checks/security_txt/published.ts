import { defineCheck } from '../../check.ts';
import { securityTxtTemplate } from './template.ts';

/** Example that triggers it: `/.well-known/security.txt` answers 404, or 200 with the home page. */
export default defineCheck({
  id: 'security_txt/published',
  title: 'security.txt',
  severity: 'minor',
  deduction: 3,
  why: 'Researchers who find a vulnerability look in /.well-known/security.txt (RFC 9116) for the person to report it to. Without it, reports go astray or go public.',
  fix: 'Publish a text file at /.well-known/security.txt over https.',
  references: ['https://www.rfc-editor.org/rfc/rfc9116#section-3', 'https://securitytxt.org/'],
  needs: ['security_txt_file'],
  outcomes: {
    good: { title: 'security.txt is published', status: 'good' },
    root: {
      title: 'security.txt is at its old place only',
      status: 'good',
      note: 'It is at /security.txt only; RFC 9116 keeps that place for compatibility and wants /.well-known/security.txt.',
    },
    missing: { title: 'No security.txt', status: 'missing', weakness: 'securitytxt-missing' },
    page: {
      title: 'A web page answers in place of security.txt',
      status: 'missing',
      weakness: 'securitytxt-missing',
      note: 'The address answers 200 with a web page, which is no security.txt.',
    },
    redirected: {
      title: 'security.txt redirects to something else',
      status: 'missing',
      weakness: 'securitytxt-missing',
      note: 'The address redirects to something that is no security.txt.',
    },
    http: {
      title: 'security.txt is served over plain http',
      status: 'weak',
      weakness: 'securitytxt-missing',
      deduction: 2,
      note: 'It is served over plain http, where anyone on the way can change whom reports go to.',
    },
  },
  judge({ security_txt_file: state }, context) {
    const { attempt } = state;
    const line = `${attempt.chain.join(' → ')}: ${attempt.status ?? 'no answer'}${attempt.content_type ? `, ${attempt.content_type}` : ''}`;
    if (!state.found) {
      if (state.why === 'unreachable') return { unknown: attempt.failure ?? 'the file could not be asked for' };
      const fix = securityTxtTemplate(context);
      return { outcome: state.why === 'absent' ? 'missing' : state.why, evidence: [line], fix };
    }
    const note = attempt.truncated ? 'Only its first 100 KiB were read.' : '';
    const outcome = state.where === 'well_known' ? 'good' : state.where;
    return { outcome, evidence: [line], note };
  },
});
