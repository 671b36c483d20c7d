/**
 * `node bench/peers/chains.ts [seed] [chains]`: random certificate chains, judged here and by `openssl verify`.
 * Each has one or two authorities, and none, one or several oddities; the same seed gives the same oddities. Differences
 * are explained in docs/peers.md.
 */
import { generateKeyPairSync } from 'node:crypto';
import { EXTENSION, issueRaw, type RawCertificate, type RawExtension } from '@palisade/lab/tls/raw-certificate';
import {
  address,
  CLIENT_AUTH,
  cn,
  dns,
  SERVER_AUTH,
  unknown,
  verdict,
} from '../../packages/scanner/test/built-chain.ts';
import { openSslAccepts } from '../../packages/scanner/test/openssl-verify.ts';

const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 1e9));
const chains = Number(process.argv[3] ?? 1000);
/** Leaves below one authority: OpenSSL is started once for all of them. */
const LEAVES = 20;

let state = seed >>> 0;
/** mulberry32. */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const often = (): boolean => random() < 0.7;

const keyPairs = [
  ...Array.from({ length: 6 }, () => generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
];
const NAMES = [
  'shop.test',
  'a.shop.test',
  '*.shop.test',
  'b.a.shop.test',
  'other.test',
  'xn--bcher-kva.test',
  'shop.testing',
];
const SUBTREES = [
  'test',
  '.test',
  'shop.test',
  '.shop.test',
  'a.shop.test',
  'other.test',
  'hop.test',
  'xn--bcher-kva.test',
];

/** An odd extension, or none. The word identifies it in a reported difference. */
type Odd = [word: string, extensions: RawExtension[]];

function constraints(): Odd {
  const some = (): Buffer[] => Array.from({ length: Math.floor(random() * 3) }, () => dns(pick(SUBTREES)));
  const [permitted, excluded] = [some(), some()];
  if (random() < 0.2) permitted.push(address(10, 0, 0, 0, 255, 0, 0, 0));
  if (permitted.length + excluded.length === 0) return ['', []];
  return ['name constraints', [EXTENSION.nameConstraints(permitted, excluded)]];
}

function authority(issuer: RawCertificate, name: string): { certificate: RawCertificate; words: string[] } {
  const odd: Odd[] = [
    often()
      ? ['', [EXTENSION.basicConstraints(true)]]
      : pick<Odd>([
          ['path length 0', [EXTENSION.basicConstraints(true, 0)]],
          ['path length 1', [EXTENSION.basicConstraints(true, 1)]],
          ['CA:FALSE', [EXTENSION.basicConstraints(false)]],
          ['no basicConstraints', []],
        ]),
    often()
      ? ['', [EXTENSION.keyUsage(5, 6)]]
      : pick<Odd>([
          ['no keyUsage', []],
          ['keyCertSign alone', [EXTENSION.keyUsage(5)]],
          ['no keyCertSign', [EXTENSION.keyUsage(0, 6)]],
        ]),
    often()
      ? ['', []]
      : pick<Odd>([
          ['for servers', [EXTENSION.purposes(SERVER_AUTH)]],
          ['for clients', [EXTENSION.purposes(CLIENT_AUTH)]],
          ['for both', [EXTENSION.purposes(CLIENT_AUTH, SERVER_AUTH)]],
        ]),
    often() ? ['', []] : constraints(),
    random() < 0.05 ? ['unknown critical', [unknown(true)]] : ['', []],
  ];
  const keys = pick(keyPairs);
  const extensions = odd.flatMap(([, list]) => list);
  const certificate = issueRaw({ subject: cn(name), keys, issuer, extensions, keyIds: often() });
  return { certificate, words: odd.map(([word]) => word).filter((word) => word !== '') };
}

function leaf(issuer: RawCertificate): { certificate: RawCertificate; words: string[] } {
  const names = Array.from({ length: 1 + Math.floor(random() * 2) }, () => pick(NAMES));
  const odd: Odd[] = [
    often() ? ['', [EXTENSION.basicConstraints(false)]] : ['no basicConstraints', []],
    [names.join(), [EXTENSION.names(...new Set(names))]],
    often() ? ['', [EXTENSION.purposes(SERVER_AUTH)]] : ['', []],
    random() < 0.1
      ? pick<Odd>([
          ['unknown critical', [unknown(true)]],
          ['unknown', [unknown(false)]],
        ])
      : ['', []],
    random() < 0.05 ? ['another key identifier', [EXTENSION.authorityKeyId(Buffer.alloc(20, 7))]] : ['', []],
    random() < 0.05 ? ['an extension twice', [EXTENSION.names('twice.test')]] : ['', []],
  ];
  const certificate = issueRaw({
    subject: cn('leaf'),
    keys: pick(keyPairs),
    issuer,
    extensions: [EXTENSION.keyUsage(0), ...odd.flatMap(([, list]) => list)],
    keyIds: often(),
  });
  return { certificate, words: odd.map(([word]) => word).filter((word) => word !== '') };
}

const root = issueRaw({
  subject: cn('Root'),
  keys: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  extensions: [EXTENSION.basicConstraints(true), EXTENSION.keyUsage(5, 6)],
});
const counts = { seed, compared: 0, both_accept: 0, both_refuse: 0, we_alone_refuse: 0, we_alone_accept: 0 };
const differences = new Map<string, number>();
while (counts.compared < chains) {
  const upper = authority(root, 'Upper');
  const lower = often() ? authority(upper.certificate, 'Lower') : null;
  const above = [...(lower ? [lower] : []), upper];
  const leaves = Array.from({ length: LEAVES }, () => leaf((lower ?? upper).certificate));
  const peer = await openSslAccepts(
    root.pem,
    above.map(({ certificate }) => certificate.pem),
    leaves.map(({ certificate }) => certificate.pem),
  );
  if (!peer) process.exit(1);
  for (const [at, one] of leaves.entries()) {
    const trust = verdict({ root, sent: [one, ...above].map(({ certificate }) => certificate) });
    const [ours, theirs] = [trust?.state === 'trusted', peer[at] === true];
    counts.compared += 1;
    if (ours === theirs) counts[ours ? 'both_accept' : 'both_refuse'] += 1;
    else {
      counts[theirs ? 'we_alone_refuse' : 'we_alone_accept'] += 1;
      const words = [...one.words, '<', ...above.flatMap((each) => [...each.words, '<'])].join(' ');
      const line = `${theirs ? 'refused' : 'accepted'} here alone: ${trust?.faults[0]?.sentence ?? trust?.state ?? ''} [${words}]`;
      differences.set(line, (differences.get(line) ?? 0) + 1);
    }
  }
}
console.log(JSON.stringify(counts));
for (const [line, times] of differences) console.log(`${times} × ${line}`);
