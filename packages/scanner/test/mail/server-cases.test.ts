import { createHash, X509Certificate } from 'node:crypto';
import { createCa, daysFromNow, sharedCa, type Ca, type CertificateRequest } from '@palisade/lab/ca';
import type { SmtpServerOptions } from '@palisade/lab/smtp-server';
import { describe, expect, test } from 'vitest';
import mailDane from '../../src/checks/dns/mail-dane.ts';
import mailEncryption from '../../src/checks/dns/mail-encryption.ts';
import { judgedZone, type ZoneOptions } from '../dns-evidence.ts';

const HOST = 'mx.example.test';
const OTHER = 'mx2.example.test';
const MX = ['@ MX 10 mx.@'];
const BOTH = [...MX, '@ MX 20 mx2.@'];
/** A busy machine must not turn an answer into "unknown". */
const limits = { queries: 96, timeoutMs: 60_000 };
const SIGNED: ZoneOptions = { authenticated: ['.', 'example.test'] };

interface Shown {
  /** As sent by the server, leaf first. */
  chain: X509Certificate[];
  server: SmtpServerOptions;
}

/** A mail server with a certificate that exists before the server starts, because its TLSA record needs it. */
async function shown(request: Partial<CertificateRequest> = {}, host = HOST, ca?: Ca): Promise<Shown> {
  const { key, chainPem } = await (ca ?? (await sharedCa())).issue({ names: [host], ...request });
  const chain = chainPem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/gu) ?? [];
  return { chain: chain.map((pem) => new X509Certificate(pem)), server: { host, tls: { key, cert: chainPem } } };
}

function associationOf(certificate: X509Certificate, selector: number, matching: number): string {
  const bytes = selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' });
  return matching === 0
    ? bytes.toString('hex')
    : createHash(matching === 1 ? 'sha256' : 'sha512')
        .update(bytes)
        .digest('hex');
}

interface Tlsa {
  usage: number;
  selector: number;
  matching: number;
  of: X509Certificate | undefined;
}
function tlsa({ usage, selector, matching, of }: Tlsa, host = HOST): string {
  if (!of) throw new Error('no certificate');
  return `_25._tcp.${host} TLSA ${usage} ${selector} ${matching} ${associationOf(of, selector, matching)}`;
}

const COMBINATIONS = [2, 3].flatMap((usage) =>
  [0, 1].flatMap((selector) => [0, 1, 2].map((matching) => [usage, selector, matching] as const)),
);

describe.concurrent('DANE: every usage, selector and matching type for mail (RFC 7672 §3.1)', () => {
  test.each(COMBINATIONS)('%i %i %i of the certificate shown', async (usage, selector, matching) => {
    const { chain, server } = await shown({ intermediate: true });
    const record = tlsa({ usage, selector, matching, of: usage === 3 ? chain[0] : chain[1] });
    const verdict = await judgedZone(mailDane, [...MX, record], { ...SIGNED, limits, mail: [server] });
    expect([verdict?.outcome, verdict?.note ?? null]).toEqual(['matches', null]);
    expect(verdict?.evidence.join()).toContain(`_25._tcp.${HOST} TLSA ${usage} ${selector} ${matching}`);
  });

  test.each(COMBINATIONS)('%i %i %i of another certificate', async (usage, selector, matching) => {
    const { server } = await shown({ intermediate: true });
    const other = await shown({ intermediate: true }, HOST, await createCa());
    const record = tlsa({ usage, selector, matching, of: usage === 3 ? other.chain[0] : other.chain[1] });
    const verdict = await judgedZone(mailDane, [...MX, record], { ...SIGNED, limits, mail: [server] });
    expect(verdict?.outcome).toBe('differs');
    expect(verdict?.evidence.join()).toContain(`_25._tcp.${HOST} TLSA ${usage} ${selector} ${matching}`);
  });
});

const EXPIRED = { notBefore: daysFromNow(-90), notAfter: daysFromNow(-1) };

interface DaneCase {
  name: string;
  request?: Partial<CertificateRequest>;
  /** Index of the certificate in the chain, and the TLSA parameters. */
  records: readonly [at: number, usage: number, selector: number, matching: number][];
  also?: readonly string[];
  options?: ZoneOptions;
  server?: Partial<SmtpServerOptions>;
  outcome: string;
  says?: readonly string[];
}

const STALE = `_25._tcp.${HOST} TLSA 3 1 1 ${'11'.repeat(32)}`;
const DANE_CASES: readonly DaneCase[] = [
  { name: '3 1 1 ignores dates', request: EXPIRED, records: [[0, 3, 1, 1]], outcome: 'matches' },
  {
    name: '3 1 1 ignores names',
    request: { names: ['other.test'] },
    records: [[0, 3, 1, 1]],
    outcome: 'matches',
  },
  {
    name: '2 1 1 wants the name',
    request: { names: ['other.test'], intermediate: true },
    records: [[1, 2, 1, 1]],
    outcome: 'differs',
    says: [HOST, 'other.test'],
  },
  {
    name: '2 1 1 wants valid dates',
    request: { ...EXPIRED, intermediate: true },
    records: [[1, 2, 1, 1]],
    outcome: 'differs',
    says: [HOST, 'expired'],
  },
  { name: '2 1 1 of the leaf itself', request: { intermediate: true }, records: [[0, 2, 1, 1]], outcome: 'differs' },
  { name: 'a roll-over, both keys published', records: [[0, 3, 1, 1]], also: [STALE], outcome: 'matches' },
  { name: 'after a roll-over, the old key only', records: [], also: [STALE], outcome: 'differs', says: [STALE, HOST] },
  {
    name: 'a malformed record next to a good one',
    records: [[0, 3, 1, 1]],
    also: [`_25._tcp.${HOST} TLSA 3 1 1 aabb`],
    outcome: 'matches',
  },
  {
    name: 'a damaged record alone',
    records: [],
    also: [`_25._tcp.${HOST} TLSA 3 1 1 aabb`],
    outcome: 'unusable',
    says: ['3 1 1 aabb', '32 bytes'],
  },
  { name: 'usage 1 alone', records: [[0, 1, 1, 1]], outcome: 'unusable', says: [`_25._tcp.${HOST} TLSA 1 1 1`] },
  { name: 'usage 0 alone', records: [[0, 0, 0, 1]], outcome: 'unusable', says: [`_25._tcp.${HOST} TLSA 0 0 1`] },
  {
    name: 'usage 1 next to usage 3',
    records: [
      [0, 1, 1, 1],
      [0, 3, 1, 1],
    ],
    outcome: 'matches',
  },
  {
    name: 'nothing signed',
    records: [[0, 3, 1, 1]],
    options: {},
    outcome: 'unsigned',
    says: [`_25._tcp.${HOST} TLSA 3 1 1`],
  },
  { name: 'the wrong key, nothing signed', records: [], also: [STALE], options: {}, outcome: 'unsigned' },
  {
    name: 'signed, and no STARTTLS',
    records: [[0, 3, 1, 1]],
    server: { fault: 'no-starttls' },
    outcome: 'no_encryption',
    says: [HOST],
  },
  {
    name: 'signed, and a handshake that fails',
    records: [[0, 3, 1, 1]],
    server: { fault: 'broken-handshake' },
    outcome: 'no_encryption',
    says: [HOST],
  },
  {
    name: 'signed, and the server refuses the session',
    records: [[0, 3, 1, 1]],
    server: { fault: 'rejects' },
    outcome: 'unknown',
  },
];

describe.concurrent('DANE: dates, names, rollover, unusable records (RFC 7671 §5, RFC 7672 §2 and §3)', () => {
  DANE_CASES.forEach(({ name, request, records, also = [], options = SIGNED, server: change, outcome, says = [] }) =>
    test(name, async ({ expect }) => {
      const { chain, server } = await shown(request);
      const lines = records.map(([at, usage, selector, matching]) =>
        tlsa({ usage, selector, matching, of: chain[at] }),
      );
      const mail = [{ ...server, ...change }];
      const verdict = await judgedZone(mailDane, [...MX, ...lines, ...also], { limits, ...options, mail });
      expect(verdict?.outcome ?? verdict?.status ?? null).toBe(outcome);
      for (const words of says) expect(verdict?.evidence.join('\n')).toContain(words);
    }),
  );

  test('of two servers, only the one that differs is named, with its record', async ({ expect }) => {
    const [one, two] = [await shown(), await shown({}, OTHER)];
    const lines = [
      ...BOTH,
      tlsa({ usage: 3, selector: 1, matching: 1, of: one.chain[0] }),
      STALE.replace('mx.', 'mx2.'),
    ];
    const verdict = await judgedZone(mailDane, lines, { ...SIGNED, limits, mail: [one.server, two.server] });
    expect(verdict?.outcome).toBe('differs');
    expect(verdict?.evidence[0]).toContain(`_25._tcp.${OTHER} TLSA`);
    expect(verdict?.evidence.join()).not.toContain(HOST);
  });
});

interface ServerCase {
  name: string;
  hosts?: readonly Partial<SmtpServerOptions>[];
  certificate?: Partial<CertificateRequest>;
  stranger?: boolean;
  outcome: string;
  says?: readonly string[];
  note?: string;
}

const OLD = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
const SERVER_CASES: readonly ServerCase[] = [
  { name: 'TLS 1.3', outcome: 'encrypted', says: [HOST, 'TLSv1.3'] },
  {
    name: 'TLS 1.2 at most',
    hosts: [{ tls: { maxVersion: 'TLSv1.2' } }],
    outcome: 'encrypted',
    says: [HOST, 'TLSv1.2'],
  },
  {
    name: 'TLS 1.1 at most',
    hosts: [{ tls: { ...OLD, maxVersion: 'TLSv1.1' } }],
    outcome: 'old_version',
    says: [HOST, 'TLSv1.1'],
  },
  { name: 'TLS 1.0 alone', hosts: [{ tls: { ...OLD, maxVersion: 'TLSv1' } }], outcome: 'old_version', says: [HOST] },
  { name: 'an RSA key', certificate: { keyType: 'rsa' }, outcome: 'encrypted' },
  { name: 'a wildcard of one label', certificate: { names: ['*.example.test'] }, outcome: 'encrypted' },
  {
    name: 'a wildcard of another domain',
    certificate: { names: ['*.other.test'] },
    outcome: 'unverified',
    says: [HOST, '*.other.test'],
  },
  {
    name: 'the name only in the subject',
    certificate: { names: [], subject: `CN=${HOST}` },
    outcome: 'unverified',
    says: [HOST],
  },
  {
    name: 'a private authority',
    stranger: true,
    outcome: 'unverified',
    says: [HOST, 'not lead to a trusted root'],
  },
  { name: 'the intermediate left out', certificate: { intermediate: 'omitted' }, outcome: 'unverified', says: [HOST] },
  { name: 'with its intermediate', certificate: { intermediate: true }, outcome: 'encrypted' },
  { name: 'expired', certificate: EXPIRED, outcome: 'unverified', says: [HOST, 'expired'] },
  {
    name: 'of tomorrow',
    certificate: { notBefore: daysFromNow(1), notAfter: daysFromNow(60) },
    outcome: 'unverified',
    says: [HOST, 'not valid before'],
  },
  { name: 'the second server in clear text', hosts: [{}, { fault: 'no-starttls' }], outcome: 'clear', says: [OTHER] },
  {
    name: 'the second server broken',
    hosts: [{}, { fault: 'broken-handshake' }],
    outcome: 'handshake_fails',
    says: [OTHER],
  },
  {
    name: 'the second server refuses STARTTLS',
    hosts: [{}, { fault: 'starttls-refused' }],
    outcome: 'clear',
    says: [OTHER, '454'],
  },
  {
    name: 'the second server refuses us',
    hosts: [{}, { fault: 'rejects' }],
    outcome: 'partly',
    says: [HOST],
    note: OTHER,
  },
  { name: 'both refuse us', hosts: [{ fault: 'rejects' }, { fault: 'rejects' }], outcome: 'unknown' },
];

describe.concurrent('STARTTLS and certificates (RFC 3207, RFC 8996, RFC 8461 §4.2)', () => {
  SERVER_CASES.forEach(({ name, hosts = [{}], certificate, stranger = false, outcome, says = [], note = '' }) =>
    test(name, async ({ expect }) => {
      const ca = stranger ? { ca: await createCa({ name: 'Home' }) } : {};
      const mail = hosts.map((change, at) => ({
        host: at === 0 ? HOST : OTHER,
        ...(certificate ? { certificate } : {}),
        ...ca,
        ...change,
      }));
      const verdict = await judgedZone(mailEncryption, hosts.length > 1 ? BOTH : MX, { limits, mail });
      expect(verdict?.outcome ?? verdict?.status ?? null, verdict?.note ?? '').toBe(outcome);
      for (const words of says) expect(verdict?.evidence.join('\n')).toContain(words);
      expect(verdict?.note ?? '').toContain(note);
    }),
  );
});
