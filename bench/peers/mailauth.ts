// Compares our verdicts on SPF and DMARC with mailauth (npm), on every zone of the corpus, in one run:
//   node bench/peers/mailauth.ts [--json]
// It judges one message from an address that no record lists; our verdict answers the same question for all messages.
import { execFileSync } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startDnsServer } from '../../packages/lab/src/dns-server.ts';
import { runCheck } from '../../packages/scanner/src/check.ts';
import spfCheck from '../../packages/scanner/src/checks/dns/spf.ts';
import { sourcesOf } from '../../packages/scanner/src/facts/sources.ts';
import { readAnswers } from '../../packages/scanner/test/corpus/answers.ts';
import { gatherZone } from '../../packages/scanner/test/dns-evidence.ts';
import { evidenceWith, HOST } from '../../packages/scanner/test/evidence.ts';
import { peerFolder } from './folder.ts';

const VERSION = '7.1.0';
const STRANGER = '203.0.113.99';

type Resolve = (name: string, type: string) => Promise<unknown>;
interface Peer {
  spf(question: {
    sender: string;
    ip: string;
    helo: string;
    resolver: Resolve;
  }): Promise<{ status: { result: string } }>;
  dmarc(question: {
    headerFrom: string;
    spfDomains: string[];
    dkimDomains: string[];
    resolver: Resolve;
  }): Promise<{ policy?: string } | false>;
}

/** Fetched from npm on first use; no dependency of this project. */
function peer(): Peer {
  const folder = peerFolder(`mailauth-${VERSION}`);
  const home = path.join(folder, 'node_modules', 'mailauth');
  if (!existsSync(home)) {
    const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `mailauth@${VERSION}`];
    execFileSync('npm', install, { stdio: 'ignore' });
  }
  const load = createRequire(path.join(home, 'package.json'));
  return {
    ...(load('./lib/spf/index.js') as Pick<Peer, 'spf'>),
    ...(load('./lib/dmarc/index.js') as Pick<Peer, 'dmarc'>),
  };
}

/** Our outcome in the words of RFC 7208 §2.6, for a message from an unlisted address. */
const AS_RESULT: Readonly<Record<string, string>> = {
  passes_everybody: 'pass',
  broken: 'permerror',
  several: 'permerror',
  several_open: 'permerror',
  missing_with_mail: 'none',
  missing_without_mail: 'none',
  not_recognised: 'none',
  neutral: 'neutral',
  softfail: 'softfail',
};

/** Cases in which implementations of the standards often differ; `@` is the domain. */
const TRICKY: Readonly<Record<string, readonly string[]>> = {
  'upper case': ['@ TXT "V=SPF1 IP4:192.0.2.0/24 -ALL"'],
  'a space in front': ['@ TXT " v=spf1 -all"'],
  'two halves of the internet': ['@ TXT "v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all"'],
  'half of it around the host': ['@ TXT "v=spf1 a/1 -all"', '@ A 192.0.2.10'],
  'exp with a macro of its text': ['@ TXT "v=spf1 -all exp=%{r}"'],
  'include without a record': ['@ TXT "v=spf1 include:none.@ -all"'],
  'three void lookups': ['@ TXT "v=spf1 a:a.@ a:b.@ a:c.@ -all"'],
  'redirect to nothing': ['@ TXT "v=spf1 redirect=none.@"'],
  'redirect behind all': ['@ TXT "v=spf1 -all redirect=none.@"'],
  'an unknown mechanism': ['@ TXT "v=spf1 ipv4:192.0.2.1 -all"'],
  'an unknown modifier': ['@ TXT "v=spf1 x=y -all"'],
  'no all': ['@ TXT "v=spf1 ip4:192.0.2.1"'],
  'DMARC without p, with rua': ['_dmarc.@ TXT "v=DMARC1; rua=mailto:d@example.test"'],
  'DMARC with a bad p and rua': ['_dmarc.@ TXT "v=DMARC1; p=quarantin; rua=mailto:d@example.test"'],
  'DMARC twice': ['_dmarc.@ TXT "v=DMARC1; p=none"', '_dmarc.@ TXT "v=DMARC1; p=reject"'],
  'DMARC in lower case': ['_dmarc.@ TXT "v=dmarc1; p=reject"'],
  'DMARC in testing': ['_dmarc.@ TXT "v=DMARC1; p=reject; t=y"'],
};

async function main(): Promise<void> {
  const { spf, dmarc } = peer();
  const rows = [];
  const real = readAnswers().filter((answer) => answer.zone.length > 0);
  const tricky = Object.entries(TRICKY).map(([id, zone]) => ({ id, zone }));
  for (const { id, zone } of [...real, ...tricky]) {
    const { dns } = await gatherZone(zone, { authenticated: ['.'] });
    const evidence = evidenceWith({ dns });
    const outcome = runCheck(spfCheck, evidence)?.outcome ?? '';
    const found = sourcesOf(evidence)('dmarc');
    const finding = found.ok ? found.value[0]?.finding : undefined;
    const records = zone.map((line) => line.replace(/^@(?= )/u, HOST).replaceAll('.@', `.${HOST}`));
    const server = await startDnsServer({ records });
    const dnsOf = new Resolver({ timeout: 500, tries: 1 });
    dnsOf.setServers([server.server]);
    const resolver: Resolve = (name, type) => dnsOf.resolve(name, type);
    const theirs = await spf({ sender: `a@${HOST}`, ip: STRANGER, helo: 'mail.stranger.example', resolver });
    const policy = await dmarc({ headerFrom: HOST, spfDomains: [], dkimDomains: [], resolver });
    await server.close();
    rows.push({
      id,
      spf: AS_RESULT[outcome] ?? 'fail',
      theirSpf: theirs.status.result,
      dmarc: finding?.state === 'found' ? finding.effective : 'no record',
      theirDmarc: (policy && policy.policy) || 'no record',
    });
  }
  const differ = rows.filter((row) => row.spf !== row.theirSpf || row.dmarc !== row.theirDmarc);
  if (process.argv.includes('--json')) for (const row of rows) console.log(JSON.stringify(row));
  else console.table(differ);
  console.log(`${rows.length} zones, ${rows.length - differ.length} judged alike`);
}

await main();
process.exit(0);
