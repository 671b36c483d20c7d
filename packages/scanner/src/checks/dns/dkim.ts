import { defineCheck } from '../../check.ts';
import { mailUse, type DnsEvidence } from '../../evidence/dns.ts';
import type { DkimKey } from '../../evidence/mail.ts';
import { parseDkim, type DkimRecord } from '../../parse/mail/dkim.ts';

/** RFC 8301 §3.2: verifiers must not accept less than 1024 bits, signers should use 2048. */
const LEAST_BITS = 1024;
const GOOD_BITS = 2048;

interface Seen extends DkimKey {
  read: DkimRecord;
}

/** Examples that trigger it: a selector with an RSA key of 512 bits; `p=` that is cut in the middle. */
export default defineCheck({
  id: 'dns/dkim',
  title: 'DKIM',
  severity: 'important',
  deduction: 4,
  why: 'DKIM signs outgoing mail, so that receivers can tell it from forged mail. Its keys stand in DNS at names that the sender chooses; those in common use were asked for.',
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
        'A DKIM key has fewer than 1024 bits. Receivers must not accept it (RFC 8301), and a stranger can work out the private key and sign mail as the domain.',
    },
    broken: {
      title: 'DKIM record is faulty',
      status: 'weak',
      weakness: 'dkim-faulty',
      severity: 'minor',
      deduction: 1,
      explanation: 'No receiver can use a DKIM record as it stands, so mail that it should prove counts as unsigned.',
    },
    ageing_key: {
      title: 'DKIM key has 1024 bits',
      status: 'good',
      note: '1024 bits are the least that receivers accept; 2048 are recommended (RFC 8301). Publish a longer key at a new selector, then let the old one go.',
    },
    found: { title: 'DKIM keys are published', status: 'good' },
    revoked: {
      title: 'DKIM keys found are withdrawn',
      status: 'good',
      note: 'An empty "p=" withdraws a key. Whether other selectors are in use cannot be known.',
    },
    likely: {
      title: 'DKIM keys seem to be published',
      status: 'good',
      note: 'Records exist below "_domainkey", at none of the selectors in common use: DKIM is probably in use.',
    },
    none: {
      title: 'No DKIM key is published',
      status: 'good',
      note: 'Nothing exists below "_domainkey", so no DKIM keys are published.',
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
    if (domainkey.state === 'unknown') return { unknown: domainkey.reason ?? 'the look-up failed' };
    if (domainkey.state === 'present' || dkim?.wildcard === 'present')
      return { unknown: 'a wildcard record answers every name, which hides whether keys exist' };
    const note = danglingNote(dangling);
    return {
      outcome: domainkey.nxdomain ? 'none' : 'likely',
      evidence: [domainkey.name, ...dangling.map(aliasLine)],
      note,
    };
  },
});

function judgeKeys(keys: readonly Seen[], dangling: readonly DkimKey[], dns: DnsEvidence) {
  const short = keys.filter(({ read }) => read.key === 'rsa' && (read.bits ?? GOOD_BITS) < LEAST_BITS);
  const broken = keys.filter(({ read }) => read.fault !== null);
  const valid = keys.filter(({ read }) => read.key !== null);
  const ageing = valid.filter(({ read }) => read.key === 'rsa' && (read.bits ?? GOOD_BITS) < GOOD_BITS);
  const revoked = keys.filter(({ read }) => read.revoked);
  const testing = valid.filter(({ read }) => read.testing);
  const note = [
    testing.length > 0
      ? `Marked as a test (t=y), which tells receivers to treat a bad signature as none: ${selectors(testing)}.`
      : '',
    revoked.length > 0 && valid.length > 0 ? `Withdrawn: ${selectors(revoked)}.` : '',
    danglingNote(dangling),
    valid.length > 0 && valid.every(({ read }) => read.key === 'ed25519')
      ? 'All keys found are Ed25519, which many receivers cannot check: sign with an RSA key as well (RFC 8463 §3).'
      : '',
    'Selectors in common use were asked for; others may exist.',
  ]
    .filter(Boolean)
    .join(' ');
  if (short.length > 0) {
    const fix = `; Make a key of 2048 bits at a new selector, sign with it, then withdraw the short one:\n${short.map(({ name }) => `${name}. IN TXT "v=DKIM1; p="`).join('\n')}`;
    return { outcome: 'short_key', evidence: short.map(keyLine), note, fix } as const;
  }
  if (broken.length > 0) {
    const fix = `; Leave one record at each name, copied again from the service that signs for ${dns.mail_domain}, whole and in one piece:\n${broken.map(({ name }) => `${name}. IN TXT "v=DKIM1; k=rsa; p=…"`).join('\n')}`;
    return { outcome: 'broken', evidence: broken.map(keyLine), note, fix } as const;
  }
  const evidence = keys.map(keyLine);
  if (valid.length === 0) return { outcome: 'revoked', evidence, note } as const;
  return { outcome: ageing.length > 0 ? 'ageing_key' : 'found', evidence, note } as const;
}

/** RFC 6376 §3.6.2.2: with several records at one selector a verifier takes any of them. */
function readKey({ record, others }: DkimKey): DkimRecord {
  const read = parseDkim(record);
  return others === undefined
    ? read
    : {
        ...read,
        key: null,
        fault: `there are ${others + 1} records at this selector, and a verifier takes any of them`,
      };
}

function selectors(keys: readonly DkimKey[]): string {
  return keys.map(({ selector }) => selector).join(', ');
}

function keyLine({ name, chain, read, record }: Seen): string {
  const via = chain.length > 0 ? ` (by ${chain.at(-1)})` : '';
  if (read.fault !== null) return `${name} TXT${via}: ${read.fault}: "${record.slice(0, 120)}"`;
  if (read.revoked) return `${name} TXT${via}: withdrawn, "p=" is empty`;
  return `${name} TXT${via}: ${read.key === 'rsa' ? `RSA ${read.bits} bits` : 'Ed25519'}`;
}

function aliasLine({ name, chain }: DkimKey): string {
  return `${name} CNAME ${chain.at(-1)}: no key there`;
}

function danglingNote(dangling: readonly DkimKey[]): string {
  return dangling.length === 0
    ? ''
    : `Led to a service that has no key for it: ${selectors(dangling)}. Finish the set-up there, or delete the alias.`;
}
