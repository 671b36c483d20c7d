import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { browserOrSkip } from '../../test/lab-browser.ts';

const run = promisify(execFile);
const FIXTURE = fileURLToPath(new URL('../../test/multicast.fixture.ts', import.meta.url));
const OWN = '10.9.9.9';
/** A network without a route out: a loopback interface, and a virtual card whose other end is in it too. */
const NETWORK = `ip link set lo up && ip link add card type veth peer name other && ip addr add ${OWN}/24 dev card && ip link set card up && ip link set other up && ip route add default dev card`;
const UNSHARE = [...(process.getuid?.() === 0 ? ['-n'] : ['-r', '-n']), 'sh', '-c'];

async function hasNetworks(): Promise<boolean> {
  const can = await run('unshare', [...UNSHARE, NETWORK]).then(
    () => true,
    () => false,
  );
  if (!can) console.log('skipped: needs networks of its own (Linux: util-linux, iproute2 and leave to use them)');
  return can;
}

describe.skipIf(!browserOrSkip() || !(await hasNetworks()))('multicast DNS', () => {
  it('is sent by no page, and would be without our guard and flags', { timeout: 120_000 }, async () => {
    const args = [...UNSHARE, `${NETWORK} && exec "$@"`, 'sh', process.execPath, FIXTURE, OWN];
    const { stdout } = await run('unshare', args);
    const { guarded, open } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
    expect(guarded).toBe(0);
    expect(open).toBeGreaterThan(0);
  });
});
