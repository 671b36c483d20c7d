import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { availableTime } from './available-time.ts';
import type { Watched } from './watchdog.ts';

const { beats, limitMs, service } = workerData as Watched;
const counter = new Int32Array(beats);
const EVERY_MS = limitMs / 10;
const had = availableTime(process.pid);

let last = Atomics.load(counter, 0);
let silentMs = 0;
setInterval(() => {
  const now = Atomics.load(counter, 0);
  // Counted in turns of this thread, not by the clock: while the whole machine sleeps, so does this thread. And in time that
  // the loop had: one that is only waiting for a processor is not blocked, and ending it would free nothing.
  const turnMs = Math.min(had(), EVERY_MS);
  silentMs = now === last ? silentMs + turnMs : 0;
  last = now;
  if (silentMs < limitMs) return;
  const record = {
    level: 60,
    time: new Date().toISOString(),
    service,
    pid: process.pid,
    silentMs: Math.round(silentMs),
  };
  writeSync(2, `${JSON.stringify({ ...record, msg: 'the event loop is blocked: ending this process' })}\n`);
  process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
