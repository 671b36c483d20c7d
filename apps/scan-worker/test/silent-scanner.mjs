// @ts-check
/** A scanner that hangs after its first heartbeat, as one that was stopped (SIGSTOP) does. */
/** @param {object} line */
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

say({ type: 'ready' });
say({ type: 'beat', cpuMs: 1, utilization: 0, loopP99Ms: 0 });
process.stdin.resume().on('close', () => process.exit(0));
