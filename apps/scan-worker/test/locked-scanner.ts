/** A scanner as scanner.ts is, locked down and with its threads. It is taken over by each scan, in the way that its URL says. */
import { createInterface } from 'node:readline';
import { packed } from '@palisade/db/packed';
import { lockDestinations } from '@palisade/scanner/gather/net/lock-destinations';
import { lockDown } from '@palisade/scanner/gather/net/lock-down';
import { makeThreads } from '@palisade/scanner/gather/page-thread';
import type { Order } from '../src/scanner/protocol.ts';
import { attack } from './attack.ts';

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

void [process.stdin, process.stdout, process.stderr];
await makeThreads(() => undefined);
lockDown();
say({ type: 'ready' });
setInterval(() => say({ type: 'beat', cpuMs: 1, utilization: 0, loopP99Ms: 0 }), 500);
createInterface({ input: process.stdin })
  .on('close', () => process.exit(0))
  .on('line', (line) => {
    const order = JSON.parse(line) as Order;
    if (order.type === 'policy') lockDestinations(order.policy);
    else if (order.type === 'scan') void takenOver(order.scanId, new URL(order.url));
  });

async function takenOver(scanId: string, { pathname, searchParams: doors }: URL): Promise<void> {
  if (pathname === '/spin') for (;;);
  const report = packed(JSON.stringify(pathname === '/attack' ? await attack(doors) : { pid: process.pid }));
  say({ type: 'done', scanId, steps: [], report: report.length, evidence: 0 });
  process.stdout.write(report);
}
