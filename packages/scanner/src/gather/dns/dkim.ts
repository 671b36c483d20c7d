import { GENERIC_SELECTORS, SELECTORS_OF_SERVICES } from '../../data/dkim-selectors.ts';
import type { TextSet } from '../../evidence/dns.ts';
import type { DkimEvidence, DkimKey } from '../../evidence/mail.ts';
import { isDkim } from '../../parse/mail/dkim.ts';
import type { Burst } from './burst.ts';
import { aliasChain, textSet } from './record-set.ts';

const MAX_SELECTORS = 36;
/** Maximum number of parallel queries: they must not flood the name servers of a small site. */
const AT_ONCE = 12;
/** A selector that no one uses: if it has a record, every name has one. */
const UNUSED = 'no-such-selector-here';

/**
 * Keys at the selectors that the domain's services and common software use.
 * @param hints mail hosts and SPF includes, which identify the services
 */
export async function gatherDkim(
  burst: Burst,
  domain: string,
  domainkey: TextSet,
  hints: readonly string[],
): Promise<DkimEvidence> {
  const asked = selectorsFor(domainkey, hints);
  if (asked.length === 0) return { wildcard: 'absent', asked, keys: [], failed: 0 };
  const nameOf = (selector: string): string => `${selector}._domainkey.${domain}`;
  const anyReply = await burst.ask(nameOf(UNUSED), 'TXT');
  const anyName = textSet(nameOf(UNUSED), anyReply, isDkim);
  // `*.example.com CNAME …`: only a selector with another alias, or none, has records of its own.
  const ofAll = anyReply.ok ? aliasChain(nameOf(UNUSED), anyReply.answers).at(-1) : undefined;
  const evidence: DkimEvidence = {
    wildcard: anyName.state === 'present' && anyName.records.length === 0 ? 'absent' : anyName.state,
    asked,
    keys: [],
    failed: 0,
  };
  if (evidence.wildcard === 'present') return evidence;
  if (ofAll !== undefined) evidence.wildcard = 'present';
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const found = await Promise.all(asked.slice(at, at + AT_ONCE).map((selector) => keyAt(selector, nameOf(selector))));
    for (const one of found) {
      if (one === 'failed') evidence.failed += 1;
      else if (one !== null) evidence.keys.push(one);
    }
  }
  return evidence;

  async function keyAt(selector: string, name: string): Promise<DkimKey | 'failed' | null> {
    const reply = await burst.ask(name, 'TXT');
    if (!reply.ok) return 'failed';
    const [record, ...others] = textSet(name, reply, isDkim).records;
    const chain = aliasChain(name, reply.answers);
    // An alias without a key at its end: the service was never configured, or was cancelled.
    if (record === undefined && (chain.length === 0 || chain.at(-1) === ofAll)) return null;
    return { selector, name, chain, record: record ?? '', ...(others.length > 0 ? { others: others.length } : {}) };
  }
}

/**
 * If nothing exists below `_domainkey` (RFC 8020), only the selectors of the services are queried: some name servers
 * return NXDOMAIN wrongly.
 */
function selectorsFor(domainkey: TextSet, hints: readonly string[]): string[] {
  const ofServices = SELECTORS_OF_SERVICES.filter(({ seen }) =>
    seen.some((service) => hints.some((hint) => hint === service || hint.endsWith(`.${service}`))),
  ).flatMap((row) => row.try);
  const nothing = domainkey.state === 'absent' && domainkey.nxdomain;
  return [...new Set([...ofServices, ...(nothing ? [] : GENERIC_SELECTORS)])].slice(0, MAX_SELECTORS);
}
