// `npm run stories -- [count, 10000] [seed]`: the random purchase sequences (packages/billing/src/billing.model.test.ts),
// run by one process per processor, each with its own PostgreSQL. Prints a tally at the end.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const total = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9));
const tellers = Math.min(availableParallelism(), total);
const each = Math.ceil(total / tellers);
const started = performance.now();
console.log(`${each * tellers} stories in ${tellers} processes, seed ${seed}`);

const told = await Promise.all(
  Array.from({ length: tellers }, (_, teller) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', 'packages/billing/src/billing.model.test.ts'];
    const env = { ...process.env, BILLING_MODEL_RUNS: String(each), BILLING_MODEL_SEED: String(seed + teller * 1_000) };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    return new Promise((resolve) =>
      child.on('close', (status) => {
        if (status !== 0) console.error(output);
        resolve(status === 0);
      }),
    );
  }),
);
const broken = told.filter((well) => !well).length;
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${each * (tellers - broken)} stories passed in ${seconds} s; ${broken} of ${tellers} processes found a failure`,
);
process.exit(broken === 0 ? 0 : 1);
