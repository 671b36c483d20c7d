import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { TLS_HOSTS } from '@palisade/lab/tls/hosts';
import { BROKEN_HOSTS } from '@palisade/lab/tls/broken-hosts';
import { LEGACY_HOSTS } from '@palisade/lab/tls/legacy-hosts';
import { PROTOCOL_HOSTS } from '@palisade/lab/tls/protocol-hosts';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { evidenceWith } from '../../test/evidence.ts';
import { ASKED_VERSIONS, openSslSees, openSslSpeaks } from '../../test/openssl-client.ts';
import { runCheck, type Verdict } from '../check.ts';
import { tlsChecks } from '../checks/tls/all.ts';
import { TLS_VERSIONS, TlsEvidence } from '../evidence/tls.ts';
import type { Gathered } from '../evidence/gathered.ts';
import { parseTarget } from '../parse-target.ts';
import { createEgress } from './net/create-egress.ts';
import { gatherTls } from './tls.ts';

let lab: TlsLab;
/** For OpenSSL: the lab's root in a file. */
let folder: string;
/** Each host is scanned once, several at a time, because the silent ones take long. */
const scans = new Map<string, Promise<Gathered<TlsEvidence>>>();

async function scan(url: string): Promise<Gathered<TlsEvidence>> {
  const egress = createEgress(lab.policy);
  try {
    const target = parseTarget(url, lab.policy);
    return await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
  } finally {
    egress.close();
  }
}

beforeAll(async () => {
  lab = await startTlsLab(TLS_HOSTS);
  folder = await mkdtemp(join(tmpdir(), 'tls-lab-'));
  await writeFile(join(folder, 'root.pem'), lab.pki.root.pem);
  const queue = TLS_HOSTS.map(({ name }) => name);
  const resolvers = new Map<string, (scan: Promise<Gathered<TlsEvidence>>) => void>();
  for (const name of queue) scans.set(name, new Promise((resolve) => resolvers.set(name, resolve)));
  const worker = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const done = scan(lab.hosts.get(name)?.url ?? '');
      resolvers.get(name)?.(done);
      await done.catch(() => undefined);
    }
  };
  void Promise.all(Array.from({ length: 6 }, worker));
});
afterAll(async () => {
  await Promise.all([lab.close(), rm(folder, { recursive: true })]);
});

function verdictsOn(tls: Gathered<TlsEvidence>, host: string): Verdict[] {
  const evidence = evidenceWith({ tls, target: { host }, scanned_at: new Date().toISOString() });
  return tlsChecks.map((check) => runCheck(check, evidence)).filter((verdict) => verdict !== null);
}

type Facts = Record<string, unknown>;

/** Every fact on which OpenSSL 3.0 and this scanner differ, and why. */
const BESIDE_OPENSSL: Readonly<Record<string, { facts: readonly string[]; why: string; notAlways?: true }>> = {
  caleaf: { facts: ['accepted'], why: 'Firefox refuses an authority in the place of a site; OpenSSL takes it' },
  pqonly: {
    facts: ['TLS 1.3', 'chain', 'alpn', 'version'],
    why: 'OpenSSL offers X25519MLKEM768 from 3.5 on',
    notAlways: true,
  },
};

/** Most have no key, or never finish a handshake, so OpenSSL sees nothing. */
const NOT_COMPARED = new Set([
  ...LEGACY_HOSTS.map(({ name }) => name),
  ...TLS_HOSTS.filter((one) => one.missing !== undefined || one.faults['tls/https-available']).map(({ name }) => name),
  'alert',
  // OpenSSL connects once, and the server closes every third connection.
  'thirdfin',
  // Its seventh connection is reset, and the scan has used the others.
  'ratelimit',
  // Chance decides which of its servers OpenSSL reaches.
  'inturn',
]);

/** The others are alike in this respect. */
const VERSIONS_VARY = new Set([...PROTOCOL_HOSTS, ...BROKEN_HOSTS, { name: 'good' }].map(({ name }) => name));

async function openSslFacts(name: string): Promise<Facts | null> {
  const host = lab.hosts.get(name);
  const saw = host && (await openSslSees(host, join(folder, 'root.pem')));
  if (!saw) return null;
  const spoken: [string, boolean | null][] = [];
  // One after the other: some accept only one connection at a time.
  for (const version of VERSIONS_VARY.has(name) ? ASKED_VERSIONS : [])
    spoken.push([version, saw.version === version || (await openSslSpeaks(host, version))]);
  const { chain, version, alpn, stapled, verified } = saw;
  return { ...Object.fromEntries(spoken), chain, version, alpn, stapled, accepted: verified === '0 (ok)' };
}

/** The checks that together correspond to one verification by OpenSSL. */
const PATH_CHECKS = [
  'tls/certificate-trust',
  'tls/certificate-validity',
  'tls/intermediate-validity',
  'tls/certificate-purpose',
];
function ourFacts(tls: TlsEvidence, verdicts: readonly Verdict[]): Facts {
  const refused = verdicts.some(({ check, cap }) => PATH_CHECKS.includes(check.id) && cap !== null);
  return {
    ...Object.fromEntries(ASKED_VERSIONS.map((version) => [version, tls.versions[version]])),
    chain: tls.chain.certificates.map(({ sha256 }) => sha256),
    version: TLS_VERSIONS.findLast((one) => tls.versions[one] === true) ?? null,
    alpn: tls.alpn,
    stapled: tls.staple !== null,
    accepted: !refused,
  };
}

describe.each(TLS_HOSTS)('$name: $what', ({ name, faults, unknown, mayBeUnknown, missing }) => {
  // What stays unknown about a fragile server also depends on how busy this machine is, so such a server is scanned again, alone.
  it('is judged right', { retry: 2 }, async ({ task, expect }) => {
    const isFirst = (task.result?.retryCount ?? 0) === 0;
    const tls = await (isFirst ? scans.get(name) : scan(lab.hosts.get(name)?.url ?? ''));
    if (!tls) throw new Error('never scanned');
    if (missing !== undefined) {
      expect(tls).toMatchObject({ ok: false, code: missing, blame: 'site' });
      return;
    }
    expect(tls).toMatchObject({ ok: true });
    if (!tls.ok) return;
    expect(TlsEvidence.parse(tls.value)).toEqual(tls.value);
    const verdicts = verdictsOn(tls, `${name}.tls.test`);
    const found = verdicts.filter(({ status }) => status !== 'good' && status !== 'unknown');
    expect(Object.fromEntries(found.map(({ check, outcome }) => [check.id, outcome]))).toEqual(faults);
    // With a rate limit, chance decides what stays unknown.
    if (name !== 'ratelimit') {
      const open = verdicts.filter(({ status }) => status === 'unknown').map(({ check }) => check.id);
      const certain = open.filter((id) => !mayBeUnknown?.includes(id));
      expect(certain.toSorted()).toEqual([...(unknown ?? [])].toSorted());
    }
    expect(tls.value.connections.opened).toBeLessThanOrEqual(30);
  });
});

describe.each(TLS_HOSTS.filter(({ name }) => !NOT_COMPARED.has(name)))('$name: $what', ({ name }) => {
  it('is what OpenSSL sees', async ({ expect, skip }) => {
    const tls = await scans.get(name);
    const theirs = await openSslFacts(name);
    if (!tls?.ok) throw new Error('no evidence');
    if (!theirs) return skip('the command openssl is missing');
    const ours = ourFacts(tls.value, verdictsOn(tls, `${name}.tls.test`));
    const differing = Object.keys(theirs).filter((fact) => !isDeepStrictEqual(ours[fact], theirs[fact]));
    const { facts = [], notAlways } = BESIDE_OPENSSL[name] ?? {};
    expect(notAlways ? differing.filter((fact) => !facts.includes(fact)) : differing).toEqual(notAlways ? [] : facts);
  });
});
