/** The single file: the scanner without a server or the repository. Started as a thread, the same file parses pages. */
import './older-node.ts';
import { isMainThread } from 'node:worker_threads';
import { EXIT } from './exit-status.ts';
import { scanningProgram } from './program.ts';
import { runProgram, type Outcome } from './run-program.ts';
import { tolerateClosedPipes } from './terminal/write.ts';

async function main(): Promise<void> {
  tolerateClosedPipes();
  const outcome: Outcome = { status: EXIT.fine };
  process.exitCode = await runProgram(scanningProgram(outcome), process.argv.slice(2), outcome);
}

// The bundle is a script, without top-level await.
if (isMainThread) void main();
else void import('@palisade/scanner/gather/page-thread-worker');
