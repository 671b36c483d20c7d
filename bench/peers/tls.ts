/**
 * `node bench/peers/tls.ts [all | hosts…]`: compares our verdicts with sslscan and testssl.sh, on the hosts of the TLS
 * lab, in one run. testssl.sh takes at least a minute per host, two at a time; without arguments it scans only a few.
 * `PEERS_OUT=file` gets one JSON line per finished host. Differences are explained in docs/peers.md.
 */
import { appendFileSync } from 'node:fs';
import { LEGACY_HOSTS } from '@palisade/lab/tls/legacy-hosts';
import { TLS_HOSTS } from '@palisade/lab/tls/hosts';
import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { PROTOCOL_HOSTS } from '@palisade/lab/tls/protocol-hosts';
import { legacyHosts } from '@palisade/lab/tls/legacy-stack';
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

/** Scripted and broken hosts keep sslscan busy for minutes, and have no key for a handshake. */
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
const wanted = [
  ...(node ? legacyHosts(node) : []),
  ...[...PROTOCOL_HOSTS, ...TLS_HOSTS.filter((one) => !PROTOCOL_HOSTS.includes(one))].filter(
    ({ name }) => !scripted.has(name) && !SLOW.has(name),
  ),
];
const asked = process.argv.slice(2);
const slowOnes = new Set(
  asked[0] === 'all' ? wanted.map(({ name }) => name) : asked.length > 0 ? asked : TESTSSL_HOSTS,
);
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
async function compare(one: LabTlsHost): Promise<void> {
  const host = lab.hosts.get(one.name);
  if (!host) return;
  const started = performance.now();
  const ours = await scan(lab, host.url);
  const ourMs = performance.now() - started;
  const peers: [string, Facts | null][] = [['sslscan', await sslscan(host.host, host.address, host.port)]];
  const middle = performance.now();
  if (slowOnes.has(one.name))
    peers.push(['testssl', await testssl(host.host, host.address, host.port, lab.pki.root.pem)]);
  const seconds = slowOnes.has(one.name) ? `, testssl ${Math.round((performance.now() - middle) / 1000)} s` : '';
  console.log(`${one.name}: ours ${Math.round(ourMs)} ms${seconds}`);
  const facts = { host: one.name, what: one.what, ours, ...Object.fromEntries(peers) };
  if (out !== undefined) appendFileSync(out, `${JSON.stringify(facts)}\n`);
  for (const [tool, theirs] of peers) {
    if (!theirs) {
      differences.push(`${one.name}: ${tool} gave no answer; ours: ${ours ? 'an answer' : 'none'}`);
      continue;
    }
    const count = compared[tool as keyof typeof compared];
    count.hosts += 1;
    for (const fact of FACTS) {
      const [us, them] = [ours?.[fact] ?? 'unknown', theirs[fact]];
      if (them === undefined) continue;
      count[them === us ? 'alike' : us === 'unknown' || them === 'unknown' ? 'unknown' : 'contradicting'] += 1;
      if (them !== us) differences.push(`${one.name}: ${fact}: ours ${us}, ${tool} ${them}`);
    }
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

/** Works through a list, one host after the other. */
async function through(list: LabTlsHost[]): Promise<void> {
  for (const one of list) await compare(one);
}
const slow = wanted.filter(({ name }) => slowOnes.has(name));
const quick = wanted.filter(({ name }) => !slowOnes.has(name));
const half = (list: LabTlsHost[], odd: number): LabTlsHost[] => list.filter((_, at) => at % 2 === odd);
try {
  await Promise.all([through(half(slow, 0)), through(half(slow, 1)), through(quick)]);
} finally {
  await lab.close();
}
console.table(compared);
console.log(differences.toSorted().join('\n'));
