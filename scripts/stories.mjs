// `npm run stories -- [how many, 10000] [seed]`: the random stories of buying (packages/billing/src/billing.model.test.ts),
// told by one process for each processor, each with a PostgreSQL of its own. Ends with the tally.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const total = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9));
const tellers = Math.min(availableParallelism(), total);
const each = Math.ceil(total / tellers);
const started = performance.now();
console.log(`${each * tellers} stories by ${tellers} processes, seed ${seed}`);

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
  `${each * (tellers - broken)} stories kept every promise, in ${seconds} s; ${broken} of ${tellers} processes found a broken one`,
);
process.exit(broken === 0 ? 0 : 1);
