import { defineCheck } from '../../check.ts';
import { internalRange } from '../../parse/dns/internal-address.ts';

/** For information only: there is never a deduction. */
export default defineCheck({
  id: 'dns/ipv6',
  title: 'IPv6',
  severity: 'minor',
  deduction: 0,
  why: 'An AAAA record lets visitors reach the site directly over IPv6.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc8200'],
  needs: ['dns'],
  outcomes: {
    present: { title: 'Host has an IPv6 address', status: 'good' },
    unreachable: {
      title: 'IPv6 address is not on the internet',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted, because IPv4 works. Visitors cannot reach the host over IPv6: its AAAA records have private or local addresses only.',
    },
    absent: { title: 'No IPv6 address', status: 'good', note: 'The host has no IPv6 address (AAAA record).' },
  },
  judge({ dns: { aaaa } }) {
    if (aaaa.state === 'unknown') return { unknown: aaaa.reason ?? 'the lookup failed' };
    if (aaaa.records.length > 0 && aaaa.records.every((address) => internalRange(address) !== null))
      return { outcome: 'unreachable', evidence: aaaa.records };
    return { outcome: aaaa.state, evidence: aaaa.records };
  },
});
