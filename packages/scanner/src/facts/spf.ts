import { evaluateSpf } from '../parse/mail/spf-evaluate.ts';
import { defineFact } from './fact.ts';

export default defineFact({
  name: 'spf',
  needs: ['dns'],
  compute: ({ dns }) =>
    dns.spf.map((evidence) => ({
      domain: evidence.domain,
      includes: evidence.policies.slice(1).map(({ name }) => name),
      verdict: evaluateSpf(evidence),
    })),
});
