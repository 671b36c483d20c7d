import { defineCheck } from '../../check.ts';
import { securityTxtTemplate } from './template.ts';

/** Example that triggers it: `/.well-known/security.txt` returns 404, or 200 with the home page. */
export default defineCheck({
  id: 'security_txt/published',
  title: 'security.txt',
  severity: 'minor',
  deduction: 3,
  why: 'Researchers who find a vulnerability look in /.well-known/security.txt (RFC 9116) for a contact to report it to. Without one, reports get lost or are published.',
  fix: 'Publish a text file at /.well-known/security.txt over https.',
  references: ['https://www.rfc-editor.org/rfc/rfc9116#section-3', 'https://securitytxt.org/'],
  needs: ['security_txt_file'],
  optional: ['dns'],
  outcomes: {
    good: { title: 'security.txt is published', status: 'good' },
    root: {
      title: 'security.txt is only at its old location',
      status: 'good',
      note: 'The file is only at /security.txt. RFC 9116 requires /.well-known/security.txt and keeps the old location for compatibility.',
    },
    missing: { title: 'No security.txt', status: 'missing', weakness: 'securitytxt-missing' },
    page: {
      title: 'A web page is served instead of security.txt',
      status: 'missing',
      weakness: 'securitytxt-missing',
      note: 'The URL returns 200 with a web page, not a security.txt file.',
    },
    other: {
      title: 'Something else is served instead of security.txt',
      status: 'missing',
      weakness: 'securitytxt-missing',
      note: 'The URL returns 200, but the response has none of the fields of RFC 9116.',
    },
    redirected: {
      title: 'security.txt redirects to something else',
      status: 'missing',
      weakness: 'securitytxt-missing',
      note: 'The URL redirects to something that is not a security.txt file.',
    },
    http: {
      title: 'security.txt comes over plain http',
      status: 'weak',
      weakness: 'securitytxt-missing',
      deduction: 2,
      note: 'It is served over plain http, or reached by a redirect over it, where anyone on the network path can change the contact.',
    },
  },
  judge({ security_txt_file: state, dns }, context) {
    const { attempt } = state;
    const line = `${attempt.chain.join(' → ')}: ${attempt.status ?? 'no response'}${attempt.content_type ? `, ${attempt.content_type}` : ''}`;
    if (!state.found) {
      if (state.why === 'unreachable') return { unknown: attempt.failure ?? noAnswer(attempt.status) };
      const fix = securityTxtTemplate(context, dns);
      const outcome = state.why === 'absent' ? 'missing' : state.why;
      return { outcome, evidence: outcome === 'other' ? [line, beginning(attempt.body ?? '')] : [line], fix };
    }
    const note = attempt.truncated ? 'Only the first 100 KiB were read.' : '';
    const outcome = state.where === 'well_known' ? 'good' : state.where;
    return { outcome, evidence: [line], note };
  },
});

function noAnswer(status: number | null): string {
  if (status === null) return 'the file could not be requested';
  return status === 200 ? 'the response is not from the site' : `the server answered ${status}`;
}

function beginning(body: string): string {
  const text = body.trim().replace(/\s+/gu, ' ');
  return text === '' ? 'the response is empty' : `it begins with: ${text.slice(0, 60)}`;
}
