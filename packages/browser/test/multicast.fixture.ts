// Runs in a separate network: counts the multicast DNS packets that a page causes, with our guard and flags and without.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { readScanConfig } from '@palisade/config/scan-config';
import { policyFrom } from '@palisade/scanner/policy';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../src/find-browser.ts';
import { openSession } from '../src/session.ts';

const GROUP = '224.0.0.251';
const [own = ''] = process.argv.slice(2);

let packets = 0;
const ear = createSocket({ type: 'udp4', reuseAddr: true }).on('message', () => (packets += 1));
ear.bind(5353);
await once(ear, 'listening');
ear.addMembership(GROUP, own);
const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end('<p>x'));
server.listen(8080, '127.0.0.1');
await once(server, 'listening');
const url = 'http://127.0.0.1:8080/';

/** A data channel announces the names of its host, and resolves those of its peer; a name below .local is resolved. */
async function tell(page: Page): Promise<number> {
  const before = packets;
  await page.goto(url);
  await page.evaluate(`(async () => {
    const peer = new RTCPeerConnection();
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
    await fetch('http://canary.local/', { mode: 'no-cors' }).catch(() => 0);
    const other = new RTCPeerConnection();
    await other.setRemoteDescription(peer.localDescription);
    await other.setLocalDescription(await other.createAnswer());
    await peer.setRemoteDescription(other.localDescription);
    const candidate = 'candidate:1 1 udp 2122260223 0b7d2c1e-5a4f-4b1e-9c3d-2f6a8e7d9c10.local 9999 typ host';
    await peer.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 }).catch(() => 0);
  })()`);
  await wait(2_500);
  return packets - before;
}

const browser = await findBrowser(process.env['SCAN_BROWSER'] ?? 'auto');
if (!browser) throw new Error('no browser');
const policy = policyFrom(readScanConfig({ SCAN_ALLOW_CIDRS: '127.0.0.0/8' }));
const session = await openSession({ browser, policy, url, budget: { wallMs: 60_000, cpuMs: 60_000 } });
const guarded = await tell(session.page);
await session.close();
const plain = await chromium.launch({
  executablePath: browser.executable,
  env: { ...process.env, ...browser.env },
  args: ['--no-sandbox'],
});
const open = await tell(await plain.newPage());
await plain.close();
console.log(JSON.stringify({ guarded, open }));
process.exit(0);
