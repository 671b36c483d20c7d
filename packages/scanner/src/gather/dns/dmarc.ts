import type { DmarcEvidence } from '../../evidence/dns.ts';
import { isDmarc, isMailto, reportHost } from '../../parse/mail/dmarc.ts';
import { discoverDmarc, dmarcWalk } from '../../parse/mail/dmarc-policy.ts';
import { registrableDomain } from '../../parse/registrable-domain.ts';
import type { Burst } from './burst.ts';
import { textSet } from './record-set.ts';

const MAX_REPORT_HOSTS = 3;
const mentionsDmarc = (text: string): boolean => /dmarc/i.test(text);

/** A DNS panel that adds `_dmarc` or the domain to a name that has it already, and a forgotten underscore. */
function misplacedNames(domain: string): string[] {
  return [`_dmarc._dmarc.${domain}`, `_dmarc.${domain}.${domain}`, `dmarc.${domain}`];
}

/**
 * The tree walk from the scanned host upwards (all levels in parallel), then the authorization of external report
 * receivers.
 */
export async function gatherDmarc(burst: Burst, host: string, mailDomain: string): Promise<DmarcEvidence> {
  const names = [...new Set([...dmarcWalk(host), ...dmarcWalk(mailDomain)])].map((name) => `_dmarc.${name}`);
  const walk = await Promise.all(names.map(async (name) => textSet(name, await burst.ask(name, 'TXT'), mentionsDmarc)));
  const finding = discoverDmarc({ walk, report_hosts: [] }, mailDomain);
  if (finding.state === 'none') {
    const misplaced = await Promise.all(
      misplacedNames(mailDomain).map(async (name) => textSet(name, await burst.ask(name, 'TXT'), isDmarc)),
    );
    return { walk, misplaced: misplaced.filter(({ records }) => records.length > 0), report_hosts: [] };
  }
  if (finding.state !== 'found') return { walk, report_hosts: [] };
  const hosts = new Set(
    finding.record.rua
      .filter(isMailto)
      .map(reportHost)
      .filter((one) => one !== null)
      .filter((one) => registrableDomain(one) !== registrableDomain(finding.found_at)),
  );
  const reportHosts = await Promise.all(
    [...hosts].slice(0, MAX_REPORT_HOSTS).map(async (receiver) => {
      const name = `${finding.found_at}._report._dmarc.${receiver}`;
      const set = textSet(name, await burst.ask(name, 'TXT'), isDmarc);
      const state = set.state === 'present' && set.records.length === 0 ? ('absent' as const) : set.state;
      return { policy_domain: finding.found_at, host: receiver, state };
    }),
  );
  return { walk, report_hosts: reportHosts };
}
