import { defineCheck } from '../../check.ts';
import { mailUse } from '../../evidence/dns.ts';

/** An observation: the names of DKIM keys cannot be known, so absence is never claimed as a fault. */
export default defineCheck({
  id: 'dns/dkim',
  title: 'DKIM',
  severity: 'minor',
  deduction: 0,
  why: 'DKIM signs outgoing mail. Its keys stand at names only the sender knows, so a scan can see no more than whether there may be any.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc6376', 'https://www.rfc-editor.org/rfc/rfc8020'],
  needs: ['dns'],
  outcomes: {
    likely: {
      title: 'DKIM keys seem to be published',
      status: 'good',
      note: 'Records exist below "_domainkey", so DKIM is probably in use.',
    },
    none: {
      title: 'No DKIM key is published',
      status: 'good',
      note: 'Nothing exists below "_domainkey", so no DKIM keys are published.',
    },
  },
  judge({ dns }) {
    const { domainkey } = dns;
    if (domainkey.state === 'absent' && domainkey.nxdomain && mailUse(dns) !== 'used') return null;
    if (domainkey.state === 'unknown') return { unknown: domainkey.reason ?? 'the look-up failed' };
    if (domainkey.state === 'present')
      return { unknown: 'a wildcard record answers every name, which hides whether keys exist' };
    return { outcome: domainkey.nxdomain ? 'none' : 'likely', evidence: [domainkey.name] };
  },
});
