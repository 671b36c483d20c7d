// Every peer that judges answers and zones, beside our judgement, on the same ones, in one run:
//   node bench/peers/run.ts [--json]
// Why they differ stands in docs/peers.md. Peers of TLS need servers of their own and longer: tls.ts.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PEERS = {
  'MDN HTTP Observatory, on the vectors': 'headers.ts',
  'csp_evaluator, on every policy': 'csp-evaluator.ts',
  'mailauth, on every zone': 'mailauth.ts',
} as const;

for (const [name, file] of Object.entries(PEERS)) {
  console.log(`\n${name}`);
  const script = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
