// Compares our verdicts with Google's csp_evaluator, on every policy of the corpus and of the vectors, in one run:
//   node bench/peers/csp-evaluator.ts [--json]
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runCheck } from '../../packages/scanner/src/check.ts';
import check from '../../packages/scanner/src/checks/headers/content-security-policy.ts';
import { readAnswers } from '../../packages/scanner/test/corpus/answers.ts';
import { evidenceWith, hop, httpEvidence } from '../../packages/scanner/test/evidence.ts';
import { readVectors } from '../../packages/scanner/test/vectors.ts';
import { peerFolder } from './folder.ts';

const PACKAGE = 'csp_evaluator';
const VERSION = '1.1.8';

interface PeerFinding {
  severity: number;
  directive: string;
  description: string;
}
interface Peer {
  CspEvaluator: new (csp: unknown) => { evaluate(): PeerFinding[] };
  CspParser: new (text: string) => { csp: unknown };
}

/** Fetched from npm on first use; no dependency of this project. */
function peer(): Peer {
  const folder = peerFolder(`csp_evaluator-${VERSION}`);
  const home = path.join(folder, 'node_modules', PACKAGE);
  if (!existsSync(home)) {
    const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${PACKAGE}@${VERSION}`];
    execFileSync('npm', install, { stdio: 'ignore' });
  }
  const load = createRequire(path.join(home, 'package.json'));
  return {
    ...(load('./dist/evaluator.js') as Pick<Peer, 'CspEvaluator'>),
    ...(load('./dist/parser.js') as Pick<Peer, 'CspParser'>),
  };
}

/** HIGH 10, SYNTAX 20, MEDIUM 30; its less certain results (40 and 50) and hints (60) do not count as findings here. */
const FINDING = 30;

function main(): void {
  const { CspEvaluator, CspParser } = peer();
  const policies = new Map<string, string>();
  for (const { id, headers } of [...readAnswers(), ...readVectors()]) {
    const sent = headers.filter(([name]) => name.toLowerCase() === 'content-security-policy').map(([, value]) => value);
    if (sent.length > 0 && ![...policies.values()].includes(sent.join(', '))) policies.set(id, sent.join(', '));
  }
  const rows = [...policies].map(([id, policy]) => {
    const http = httpEvidence([hop({ headers: [['Content-Security-Policy', policy]] })]);
    const ours = runCheck(check, evidenceWith({ http }));
    return {
      id,
      policy,
      ours: ours?.status === 'good' ? 'good' : `${ours?.outcome} (${ours?.deduction})`,
      theirs: theirVerdict(() => new CspEvaluator(new CspParser(policy).csp).evaluate()),
    };
  });
  const alike = rows.filter(({ ours, theirs }) => (ours === 'good') === (theirs === 'good'));
  if (process.argv.includes('--json')) for (const row of rows) console.log(JSON.stringify(row));
  else console.table(rows.filter((row) => !alike.includes(row)).map(({ id, ours, theirs }) => ({ id, ours, theirs })));
  console.log(`${rows.length} policies, ${alike.length} judged alike`);
}

/** It throws on hosts that are not valid in URLs (typographic quotes, for example). */
function theirVerdict(evaluate: () => PeerFinding[]): string {
  try {
    const found = evaluate().filter(({ severity }) => severity <= FINDING);
    return found.length === 0 ? 'good' : found.map(({ severity, directive }) => `${severity} ${directive}`).join(', ');
  } catch {
    return 'throws';
  }
}

main();
