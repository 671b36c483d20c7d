import type { DnsEvidence } from '../evidence/dns.ts';
import { have, missing, type Gathered } from '../evidence/gathered.ts';
import { parseSvcb, serviceName } from '../parse/dns/svcb.ts';
import { lendingSuffix } from '../parse/registrable-domain.ts';
import { isAddress } from '../parse/x509/x509-names.ts';
import { httpsPort } from '../target.ts';
import type { GatherContext } from './context.ts';
import { gatherAliases } from './dns/aliases.ts';
import { Burst, LIMITS, type BurstLimits } from './dns/burst.ts';
import { gatherCaa } from './dns/caa.ts';
import { gatherDkim } from './dns/dkim.ts';
import { gatherDmarc } from './dns/dmarc.ts';
import { gatherDnssec } from './dns/dnssec.ts';
import { address } from './dns/hosts.ts';
import { gatherMailExchangers } from './dns/mail-exchangers.ts';
import { gatherMtaStsPolicy } from './dns/mta-sts.ts';
import { gatherNameServers } from './dns/name-servers.ts';
import { recordSet, textSet } from './dns/record-set.ts';
import { gatherSpf, isAboutSpf } from './dns/spf.ts';
import { gatherTlsa } from './dns/tlsa.ts';

/**
 * All DNS queries of a scan in one parallel burst. Only queries that depend on a response wait for it (SPF includes,
 * mail hosts, report receivers, the MTA-STS file).
 */
export async function gatherDns(context: GatherContext, limits: BurstLimits = LIMITS): Promise<Gathered<DnsEvidence>> {
  const { host, registrableDomain } = context.target;
  if (isAddress(host)) {
    return missing('not_applicable', 'site', 'the target is an IP address, which has no DNS records of its own');
  }
  const domain = registrableDomain ?? host;
  const burst = new Burst(context.egress.dns, context.signal, limits);
  // Selectors have their own query limit, so that many of them do not use up the rest of the section.
  const selectors = new Burst(context.egress.dns, context.signal, { ...limits, queries: DKIM_QUERIES });
  try {
    const dns = await askedIn(burst, selectors, context, domain);
    const platform = lendingSuffix(domain);
    if (platform !== null && isLent(dns)) {
      const reason = `${domain} belongs to the platform ${platform}: only its operator can publish DNS records there`;
      return missing('not_applicable', 'site', reason);
    }
    return have(dns);
  } finally {
    burst.end();
    selectors.end();
  }
}

/** No zone of its own, as names of hosting platforms, and nothing that their user could have published. */
function isLent({ ns, mx, spf, dmarc, mail_domain: domain }: DnsEvidence): boolean {
  const own = dmarc.walk.find(({ name }) => name === `_dmarc.${domain}`);
  const texts = [...(spf[0]?.policies.slice(0, 1) ?? []), ...(own ? [own] : [])];
  return ns.state === 'absent' && mx.state === 'absent' && texts.every(({ records }) => records.length === 0);
}

async function askedIn(burst: Burst, selectors: Burst, context: GatherContext, domain: string): Promise<DnsEvidence> {
  const { host } = context.target;
  const port = httpsPort(context.target);
  const httpsName = serviceName(host, port);
  const v4 = burst.ask(host, 'A', { dnssec: true }).then((reply) => recordSet(host, 'A', reply, address));
  const site = v4.then(({ records }) => records);
  const mail = Promise.all([gatherMailExchangers(burst, domain, site), gatherSpfPolicies(burst, host, domain)]);
  const text = async (name: string, about: RegExp) =>
    textSet(name, await burst.ask(name, 'TXT'), (record) => about.test(record));

  const [a, aaaa, dnssec, aliases, ns, caa, [mx, spf], dmarc, mtaSts, tlsRpt, bimi, [domainkey, dkim], https, tlsa] =
    await Promise.all([
      v4,
      burst.ask(host, 'AAAA', { dnssec: true }).then((reply) => recordSet(host, 'AAAA', reply, address)),
      gatherDnssec(burst, host, domain),
      gatherAliases(burst, host, domain),
      gatherNameServers(burst, domain),
      gatherCaa(burst, host),
      mail,
      gatherDmarc(burst, host, domain),
      text(`_mta-sts.${domain}`, /sts/i).then(async (txt) => ({
        txt,
        policy: await gatherMtaStsPolicy(context, burst, txt),
      })),
      text(`_smtp._tls.${domain}`, /tlsrpt/i),
      text(`default._bimi.${domain}`, /bimi/i),
      text(`_domainkey.${domain}`, /^$/).then(async (set) => {
        const [servers, policies] = await mail;
        const hints = [...servers.records.map(({ exchange }) => exchange), ...includesOf(policies)];
        return [set, await gatherDkim(selectors, domain, set, hints)] as const;
      }),
      burst.ask(httpsName, 'UNKNOWN_65').then((reply) => recordSet(httpsName, 'UNKNOWN_65', reply, readHttps)),
      gatherTlsa(burst, `_${port}._tcp.${host}`),
    ]);

  return {
    host,
    mail_domain: domain,
    a,
    aaaa,
    aliases,
    ns,
    caa,
    mx,
    spf,
    dmarc,
    mta_sts: mtaSts,
    tls_rpt: tlsRpt,
    bimi,
    domainkey,
    dkim,
    dnssec,
    https,
    tlsa,
    queries: burst.queries + selectors.queries,
  };
}

const DKIM_QUERIES = 40;

/** Domains that the SPF record includes. They identify the services that send mail for the domain. */
function includesOf(spf: DnsEvidence['spf']): string[] {
  return (spf[0]?.policies ?? []).slice(1).map(({ name }) => name);
}

/** The mail domain's policy, and that of a host below it if it has one, itself or through an alias. */
async function gatherSpfPolicies(burst: Burst, host: string, domain: string): Promise<DnsEvidence['spf']> {
  if (host === domain) return [await gatherSpf(burst, domain)];
  const [main, own] = await Promise.all([gatherSpf(burst, domain), gatherSpf(burst, host)]);
  return own.policies[0]?.records.some(isAboutSpf) ? [main, own] : [main];
}

function readHttps(data: unknown): DnsEvidence['https']['records'][number] | null {
  return data instanceof Uint8Array ? parseSvcb(data) : null;
}
