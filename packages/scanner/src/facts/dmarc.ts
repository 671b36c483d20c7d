import { discoverDmarc } from '../parse/mail/dmarc-policy.ts';
import { defineFact } from './fact.ts';

export default defineFact({
  name: 'dmarc',
  needs: ['dns'],
  compute: ({ dns }) =>
    [...new Set([dns.mail_domain, dns.host])].map((domain) => ({ domain, finding: discoverDmarc(dns.dmarc, domain) })),
});
