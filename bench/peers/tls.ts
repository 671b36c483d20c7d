/**
 * `node bench/peers/tls.ts [all | hosts…]`: compares our verdicts with sslscan and testssl.sh, on the hosts of the TLS
 * lab, in one run. testssl.sh takes up to a minute per host; without arguments it scans only a few.
 * `PEERS_OUT=file` gets one JSON line per tool and finished host. Differences are explained in docs/peers.md.
 */
import { appendFileSync } from 'node:fs';
import { CERTIFICATE_HOSTS } from '@palisade/lab/tls/certificate-hosts';
import { LEGACY_HOSTS } from '@palisade/lab/tls/legacy-hosts';
import { TLS_HOSTS } from '@palisade/lab/tls/hosts';
import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { PROTOCOL_HOSTS } from '@palisade/lab/tls/protocol-hosts';
import { legacyHosts } from '@palisade/lab/tls/legacy-stack';
import { STAPLE_HOSTS } from '@palisade/lab/tls/staple-hosts';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { runCheck } from '@palisade/scanner/check';
import { createEgress } from '@palisade/scanner/gather/net/create-egress';
import { gatherTls } from '@palisade/scanner/gather/tls';
import { parseTarget } from '@palisade/scanner/parse-target';
import certificateName from '../../packages/scanner/src/checks/tls/certificate-name.ts';
import { evidenceWith } from '../../packages/scanner/test/evidence.ts';
import { FACTS, ourFacts, type Facts } from './facts.ts';
import { legacyNode } from './legacy-node.ts';
import { sslscan } from './sslscan.ts';
import { testssl } from './testssl.ts';

/** They have no key for a handshake, or keep sslscan busy for minutes: only with `all`, and last. */
const scripted = new Set(LEGACY_HOSTS.map(({ name }) => name));
const SLOW = new Set([
  'tarpit',
  'halfhello',
  'flood',
  'inventor',
  'garbage',
  'banner',
  'drip',
  'mute',
  'rst',
  'closer',
]);
const TESTSSL_HOSTS = [
  'good',
  'wronghost',
  'untrusted',
  'fakestaple',
  'dualcert',
  'plainhttp',
  'ratelimit',
  'pqonly',
  'real-ssl2',
  'real-rc4',
];

const node = legacyNode();
if (!node) console.log('The stack of 2014 could not be fetched: its hosts are left out.');
const asked = process.argv.slice(2);
const isWhole = asked[0] === 'all';
const isOdd = ({ name }: Pick<LabTlsHost, 'name'>): boolean => scripted.has(name) || SLOW.has(name);
const hosts = [...PROTOCOL_HOSTS, ...TLS_HOSTS.filter((one) => !PROTOCOL_HOSTS.includes(one))];
const wanted = [
  ...(node ? legacyHosts(node) : []),
  ...hosts.filter((one) => !isOdd(one)),
  ...(isWhole ? hosts.filter(isOdd) : []),
];
const forTestssl = new Set(isWhole ? wanted.map(({ name }) => name) : asked.length > 0 ? asked : TESTSSL_HOSTS);
const out = process.env['PEERS_OUT'];
const lab = await startTlsLab(wanted);

/** `unknown`: one of the two does not know; `contradicting`: yes against no. */
interface Count {
  hosts: number;
  alike: number;
  unknown: number;
  contradicting: number;
}
const none = (): Count => ({ hosts: 0, alike: 0, unknown: 0, contradicting: 0 });
const compared = { sslscan: none(), testssl: none() };
const differences: string[] = [];
const answers = new Map<string, Facts | null>();

/** Ours, then sslscan. */
async function compareQuickly(one: LabTlsHost): Promise<void> {
  const host = lab.hosts.get(one.name);
  if (!host) return;
  const started = performance.now();
  const ours = await scan(lab, host.url);
  const ms = Math.round(performance.now() - started);
  answers.set(one.name, ours);
  count('sslscan', one.name, await sslscan(host.host, host.address, host.port), `ours ${ms} ms`);
}

function count(tool: keyof typeof compared, name: string, theirs: Facts | null, times: string): void {
  const ours = answers.get(name) ?? null;
  console.log(`${name}: ${times}`);
  if (out !== undefined) appendFileSync(out, `${JSON.stringify({ host: name, ours, [tool]: theirs, times })}\n`);
  if (!theirs) {
    differences.push(`${name}: ${tool} gave no answer; ours: ${ours ? 'an answer' : 'none'}`);
    return;
  }
  const sum = compared[tool];
  sum.hosts += 1;
  for (const fact of FACTS) {
    const [us, them] = [ours?.[fact] ?? 'unknown', theirs[fact]];
    if (them === undefined) continue;
    sum[them === us ? 'alike' : us === 'unknown' || them === 'unknown' ? 'unknown' : 'contradicting'] += 1;
    if (them !== us) differences.push(`${name}: ${fact}: ours ${us}, ${tool} ${them}`);
  }
}

async function scan({ policy }: TlsLab, url: string): Promise<Facts | null> {
  const egress = createEgress(policy);
  try {
    const target = parseTarget(url, policy);
    const tls = await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
    if (!tls.ok) return null;
    const verdict = runCheck(certificateName, evidenceWith({ tls, target: { host: target.host } }));
    const covered = verdict?.outcome ? verdict.outcome === 'covered' : null;
    return ourFacts(tls.value, covered, Date.now());
  } finally {
    egress.close();
  }
}

/** They differ from the first of them in their certificate alone, so the others are not asked about versions. */
const ALIKE = new Set([...CERTIFICATE_HOSTS, ...STAPLE_HOSTS].slice(1).map(({ name }) => name));
/** Their certificates are like that of the first. */
const ORDINARY = new Set([...PROTOCOL_HOSTS, ...hosts.filter(isOdd)].map(({ name }) => name));
const AHEAD = 8;

async function compareSlowly(): Promise<void> {
  const listed = wanted.flatMap(({ name }) => {
    const host = forTestssl.has(name) ? lab.hosts.get(name) : undefined;
    const sections = ALIKE.has(name) ? 'S' : ORDINARY.has(name) ? 'p' : 'pS';
    return host ? [{ name, host: host.host, address: host.address, port: host.port, sections }] : [];
  });
  await testssl(listed, lab.pki.root.pem, (name, theirs, seconds) =>
    count('testssl', name, theirs, `testssl.sh ${seconds} s`),
  );
}

try {
  for (const one of wanted.slice(0, AHEAD)) await compareQuickly(one);
  await Promise.all([
    compareSlowly(),
    (async () => {
      for (const one of wanted.slice(AHEAD)) await compareQuickly(one);
    })(),
  ]);
} finally {
  await lab.close();
}
console.table(compared);
console.log(differences.toSorted().join('\n'));
