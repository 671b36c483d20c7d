// Compares our verdicts with every peer that judges responses and zones, on the same ones, in one run:
//   node bench/peers/run.ts [--json]
// docs/peers.md explains the differences. TLS peers need separate servers and more time: tls.ts.
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
