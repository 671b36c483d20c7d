import { defineCheck } from '../../check.ts';
import { mailUse, type DnsEvidence } from '../../evidence/dns.ts';
import type { DkimKey } from '../../evidence/mail.ts';
import { parseDkim, type DkimRecord } from '../../parse/mail/dkim.ts';
import { txtData } from './txt-data.ts';

/** RFC 8301 §3.2: verifiers must reject keys below 1024 bits, signers should use 2048. */
const LEAST_BITS = 1024;
const GOOD_BITS = 2048;

interface Seen extends DkimKey {
  read: DkimRecord;
}

/** Examples that trigger it: a selector with a 512-bit RSA key, or with exponent 1; a truncated `p=`. */
export default defineCheck({
  id: 'dns/dkim',
  title: 'DKIM',
  severity: 'important',
  deduction: 4,
  why: 'DKIM signs outgoing mail, so that receivers can tell it from forged mail. Its keys are in DNS under selectors that the sender chooses. The scan looks up commonly used selectors.',
  fix: null,
  references: [
    'https://www.rfc-editor.org/rfc/rfc6376',
    'https://www.rfc-editor.org/rfc/rfc8301',
    'https://www.rfc-editor.org/rfc/rfc8020',
  ],
  needs: ['dns'],
  outcomes: {
    short_key: {
      title: 'DKIM key is too short',
      status: 'bad',
      weakness: 'dkim-weak',
      explanation:
        'A DKIM key has fewer than 1024 bits. Receivers must reject it (RFC 8301), and an attacker can compute the private key and sign mail as the domain.',
    },
    weak_key: {
      title: 'DKIM key can be cracked',
      status: 'bad',
      weakness: 'dkim-weak',
      explanation:
        'A DKIM key was generated so poorly that an attacker can compute the private key from it and sign mail as the domain.',
    },
    broken: {
      title: 'DKIM record is invalid',
      status: 'weak',
      weakness: 'dkim-faulty',
      severity: 'minor',
      deduction: 1,
      explanation: 'A DKIM record is invalid, so receivers treat mail signed with that key as unsigned.',
    },
    ageing_key: {
      title: 'DKIM key has fewer than 2048 bits',
      status: 'good',
      note: 'Receivers accept keys of at least 1024 bits; 2048 are recommended (RFC 8301). Publish a longer key under a new selector, then retire the old one.',
    },
    found: { title: 'DKIM keys are published', status: 'good' },
    testing: {
      title: 'DKIM keys are in test mode',
      status: 'good',
      note: 'Every key found has "t=y", which tells receivers to treat signed mail like unsigned mail (RFC 6376 §3.6.1). Remove it once your mail passes.',
    },
    reports_only: {
      title: 'DKIM keys found sign TLS reports only',
      status: 'good',
      note: 'Every key found has "s=tlsrpt", so receivers ignore it for other mail. Other selectors may be in use.',
    },
    revoked: {
      title: 'DKIM keys found are revoked',
      status: 'good',
      note: 'An empty "p=" revokes a key. Other selectors may be in use.',
    },
    likely: {
      title: 'DKIM keys are probably published',
      status: 'good',
      nothing: true,
      note: 'Records exist below "_domainkey", but not under commonly used selectors, so DKIM is probably in use.',
    },
    unfinished: {
      title: 'DKIM aliases lead to no key',
      status: 'good',
      nothing: true,
      note: 'Mail signed under these selectors counts as unsigned. Other selectors may be in use.',
    },
    none: {
      title: 'No DKIM key is published',
      status: 'good',
      note: 'There are no records below "_domainkey", so no DKIM keys are published.',
    },
  },
  judge({ dns }) {
    const { domainkey, dkim } = dns;
    const keys = (dkim?.keys ?? [])
      .filter(({ record }) => record !== '')
      .map((key) => ({ ...key, read: readKey(key) }));
    const dangling = (dkim?.keys ?? []).filter(({ record }) => record === '');
    if (keys.length > 0) return judgeKeys(keys, dangling, dns);
    if (domainkey.state === 'absent' && domainkey.nxdomain && mailUse(dns) !== 'used') return null;
    if (domainkey.state === 'unknown') return { unknown: domainkey.reason ?? 'the lookup failed' };
    if (domainkey.state === 'present' || dkim?.wildcard === 'present')
      return { unknown: 'a wildcard record matches every name, so the scan cannot tell whether keys exist' };
    if (dangling.length > 0)
      return { outcome: 'unfinished', evidence: dangling.map(aliasLine), note: danglingNote(dangling) };
    const failed = dkim?.failed ?? 0;
    if (failed > 0) return { unknown: `${failed} of ${dkim?.asked.length ?? 0} selectors could not be looked up` };
    return { outcome: domainkey.nxdomain ? 'none' : 'likely', evidence: [domainkey.name] };
  },
});

function judgeKeys(keys: readonly Seen[], dangling: readonly DkimKey[], dns: DnsEvidence) {
  const short = keys.filter(({ read }) => read.key === 'rsa' && (read.bits ?? GOOD_BITS) < LEAST_BITS);
  const flawed = keys.filter(({ read }) => read.flaw !== null);
  const broken = keys.filter(({ read }) => read.fault !== null);
  const valid = keys.filter(({ read }) => read.key !== null);
  const ageing = valid.filter(({ read }) => read.key === 'rsa' && (read.bits ?? GOOD_BITS) < GOOD_BITS);
  const revoked = keys.filter(({ read }) => read.revoked);
  const forMail = valid.filter(({ read }) => !read.reportsOnly);
  const testing = forMail.filter(({ read }) => read.testing);
  const note = [
    testing.length > 0 && testing.length < forMail.length
      ? `In test mode (t=y), which tells receivers to treat mail signed with them like unsigned mail: ${selectors(testing)}.`
      : '',
    revoked.length > 0 && valid.length > 0 ? `Revoked: ${selectors(revoked)}.` : '',
    danglingNote(dangling),
    forMail.length > 0 && forMail.every(({ read }) => read.key === 'ed25519')
      ? 'All keys found are Ed25519, which many receivers do not support. Also sign with an RSA key (RFC 8463 §3).'
      : '',
    'The scan looked up commonly used selectors. Others may exist.',
  ]
    .filter(Boolean)
    .join(' ');
  const weak = [...new Set([...short, ...flawed])];
  if (weak.length > 0) {
    const fix = `; Publish a new 2048-bit key under a new selector, sign with it, then revoke the weak one:\n${weak.map(({ name }) => `${name}. IN TXT "v=DKIM1; p="`).join('\n')}`;
    return { outcome: short.length > 0 ? 'short_key' : 'weak_key', evidence: weak.map(keyLine), note, fix } as const;
  }
  if (broken.length > 0) {
    const fix = `; Keep one record at each name. Where the key is not shown here, copy it again, complete, from the service that signs for ${dns.mail_domain}:\n${broken.map(({ name, record }) => `${name}. IN TXT ${txtData(correctedDkim(record))}`).join('\n')}`;
    return { outcome: 'broken', evidence: broken.map(keyLine), note, fix } as const;
  }
  const evidence = keys.map(keyLine);
  if (valid.length === 0) return { outcome: 'revoked', evidence, note } as const;
  if (forMail.length === 0) return { outcome: 'reports_only', evidence, note } as const;
  if (testing.length === forMail.length) return { outcome: 'testing', evidence, note } as const;
  return { outcome: ageing.length > 0 ? 'ageing_key' : 'found', evidence, note } as const;
}

/** RFC 6376 §3.6.2.2: with several records at one selector, a verifier may use any of them. */
function readKey({ record, others }: DkimKey): DkimRecord {
  const read = parseDkim(record);
  return others === undefined
    ? read
    : {
        ...read,
        key: null,
        fault: `there are ${others + 1} records at this selector, and a verifier may use any of them`,
      };
}

/**
 * The record as receivers read it: its tags in order, without PEM armor, and without the limits (`h=sha1`, `s=mail`) that
 * make them ignore the key. If none of these is valid, one for a key of the same type.
 */
function correctedDkim(record: string): string {
  const tags = record.split(';').map((tag) => tag.trim());
  const rest = tags
    .filter((tag) => tag !== '' && !/^v\s*=/iu.test(tag))
    .map((tag) => (/^p\s*=/iu.test(tag) ? tag.replaceAll(/-----[A-Z ]+-----|[\s"\\]/gu, '') : tag));
  const unlimited = rest.filter((tag) => !/^[hs]\s*=/iu.test(tag));
  const valid = [rest, unlimited]
    .map((some) => ['v=DKIM1', ...some].join('; '))
    .find((text) => /^[\x20-\x7e]+$/u.test(text) && !/["\\]/u.test(text) && parseDkim(text).key !== null);
  return valid ?? `v=DKIM1; k=${tags.some((tag) => /^k\s*=\s*ed25519$/iu.test(tag)) ? 'ed25519' : 'rsa'}; p=…`;
}

function selectors(keys: readonly DkimKey[]): string {
  return keys.map(({ selector }) => selector).join(', ');
}

function keyLine({ name, chain, read, record }: Seen): string {
  const via = chain.length > 0 ? ` (via ${chain.at(-1)})` : '';
  if (read.fault !== null) return `${name} TXT${via}: ${read.fault}: "${record.slice(0, 120)}"`;
  if (read.revoked) return `${name} TXT${via}: revoked, "p=" is empty`;
  const flags = `${read.testing ? ', t=y' : ''}${read.reportsOnly ? ', s=tlsrpt' : ''}`;
  return `${name} TXT${via}: ${read.key === 'rsa' ? `RSA ${read.bits} bits${read.flaw === null ? '' : ` with ${read.flaw}`}` : 'Ed25519'}${flags}`;
}

function aliasLine({ name, chain }: DkimKey): string {
  return `${name} CNAME ${chain.at(-1)}: no key there`;
}

function danglingNote(dangling: readonly DkimKey[]): string {
  return dangling.length === 0
    ? ''
    : `These aliases point to a service that publishes no key for them: ${selectors(dangling)}. Finish the setup there, or delete the aliases.`;
}
