/**
 * A separate scanning process that meets malformed certificates. Reads `{policy, places}` from the arguments, gathers
 * the certificates of every name at every address through the real egress guard, and prints one line of JSON at the
 * end.
 */
import { createEgress } from '../src/gather/net/create-egress.ts';
import { certificateEvidence, ordinaryHandshake, revocationOf } from '../src/gather/tls/certificate-chains.ts';
import { Failures } from '../src/gather/tls/failures.ts';
import { askHello } from '../src/gather/tls/hello-probe.ts';
import { hellosFor } from '../src/gather/tls/hellos.ts';
import { KnownPaths } from '../src/gather/tls/known-paths.ts';
import { createProber } from '../src/gather/tls/prober.ts';

interface Order {
  policy: Parameters<typeof createEgress>[0];
  places: { host: string; port: number }[];
}

const AT_ONCE = 6;
const { policy, places } = JSON.parse(process.argv[2] ?? '') as Order;
const signal = AbortSignal.timeout(120_000);
const states: Record<string, number> = {};
const faults: string[] = [];
let handshakes = 0;

async function look({ host, port }: Order['places'][number], at: number): Promise<void> {
  // As in a scan: one egress guard each, which counts its connections.
  const egress = createEgress(policy);
  const failures = new Failures();
  const connect = () => egress.connect({ host, port, signal });
  const prober = createProber({ connect, signal });
  const place = { host, egress, signal, failures, paths: new KnownPaths(egress, signal) };
  const handshake = await ordinaryHandshake(prober, place);
  // Our own parsers read what is sent unencrypted.
  const answer = handshake.completed ? null : await askHello(hellosFor(host).common, { connect, signal });
  const flight = answer?.kind === 'hello' ? answer.flight : null;

  await revocationOf(handshake, place);
  const { chain } = await certificateEvidence(prober, place, handshake, { flight, rsa: 'refused', all: [] });
  if (at < 500) {
    const socket = await egress.connectTls({ host, port, signal }).catch(() => null);
    socket?.destroy();
    handshakes += 1;
  }
  handshakes += prober.opened + (answer ? 1 : 0);
  egress.close();
  const state = chain.trust?.state ?? 'none';
  states[state] = (states[state] ?? 0) + 1;
  faults.push(...failures.list.map(({ fact, reason }) => `${host}:${port} ${fact}: ${reason}`));
}

const queue = [...places.entries()];
async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) await look(next[1], next[0]);
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(JSON.stringify({ handshakes, states, faults }));
