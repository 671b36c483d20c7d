import type { OtherAddress } from '../../evidence/tls.ts';
import { VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import { patientLimit } from '../net/deadline.ts';
import type { Egress, ResolvedAddress } from '../net/egress.ts';
import { describeChain, type Place } from './certificate-chains.ts';
import { readSent } from './certificates.ts';
import { shakeHands } from './handshake.ts';
import type { Hellos } from './hellos.ts';
import { askHello, type HelloAnswer } from './hello-probe.ts';
import { refused, wayOf } from './refusal.ts';
import { UNREADABLE_CHAIN } from './trust-path.ts';

/** Further addresses that are tested. */
const MOST = 7;
/** For all addresses: a silent one must not delay the scan of the one that answered. */
const TIME_MS = 1500;

interface Elsewhere extends Place {
  port: number;
  egress: Egress;
  hellos: Hellos;
  /** The address that the rest of the scan used. */
  main: string | undefined;
}

/**
 * Sends the same three hellos to the other addresses of the name, and a handshake if they show no certificate. A forgotten
 * server behind one of them affects its visitors, most often over IPv6. Each address has its own connections,
 * in parallel with all other probes.
 */
export async function askOtherAddresses(place: Elsewhere): Promise<Others> {
  const time = patientLimit(place.signal, TIME_MS);
  try {
    return await askWithin(time.signal, place);
  } finally {
    time.clear();
  }
}

export interface Others {
  asked: OtherAddress[];
  /** How many were not tested for lack of budget. */
  left: number;
}

async function askWithin(signal: AbortSignal, place: Elsewhere): Promise<Others> {
  const all = await place.egress.resolve(place.host, signal);
  const main = all.find(({ address }) => address === place.main) ?? all[0];
  const others = all.filter((one) => one !== main);
  // The other address family first: the two usually have different machines or configurations.
  const ordered = others.toSorted(
    (one, other) => Number(one.family === main?.family) - Number(other.family === main?.family),
  );
  const asked = await Promise.all(ordered.slice(0, MOST).map((one) => askAddress(one, place, signal)));
  return { asked, left: Math.max(0, ordered.length - MOST) };
}

async function askAddress(one: ResolvedAddress, place: Elsewhere, signal: AbortSignal): Promise<OtherAddress> {
  const { port, egress, hellos } = place;
  const connect = () => egress.connect({ host: one.address, port, signal, timeoutMs: TIME_MS });
  const once = (hello: ClientHello): Promise<HelloAnswer> => askHello(hello, { connect, signal, timeoutMs: TIME_MS });
  // One alert may have any cause: what nearly every server supports counts as refused after two refusals.
  const ask = async (hello: ClientHello): Promise<HelloAnswer> => {
    const first = await once(hello);
    const again = refused(first) && hello.version >= VERSION.tls12 ? await once(hello) : null;
    return again && wayOf(again) !== wayOf(first) ? again : first;
  };
  const [common, modern, old] = await Promise.all([
    ask(hellos.common),
    ask(hellos.modern),
    ask(hellos.upTo(VERSION.tls11)),
  ]);
  // In TLS 1.3 no hello shows the certificate, and a broken server shows none at all.
  const inClear = common.kind === 'hello' ? readSent(common.flight.certificates) : [];
  const handshaken =
    inClear?.length === 0 && modern.kind === 'hello'
      ? await shakeHands(connect, { host: place.host, extraCa: egress.policy.extraCa, kind: 'usual', signal })
      : null;
  const seen = handshaken?.chain ?? inClear;
  const chain = seen && seen.length > 0 ? await describeChain(seen, handshaken?.verifyCode, place) : null;
  const said = [common, modern].find(({ kind }) => kind === 'hello') ?? common;
  return {
    address: one.address,
    family: one.family,
    answer: said.kind === 'not_asked' ? said.code : said.kind,
    versions: {
      'TLS 1.3': taken(modern),
      'TLS 1.2': common.kind === 'hello' ? common.hello.version === VERSION.tls12 : taken(common),
      older: common.kind === 'hello' && common.hello.version < VERSION.tls12 ? true : taken(old),
    },
    chain: seen ? chain : UNREADABLE_CHAIN,
    client_certificate_requested: common.kind === 'hello' ? common.flight.clientCertificateRequested : null,
  };
}

function taken(answer: HelloAnswer): boolean | null {
  if (answer.kind === 'hello') return true;
  return answer.kind === 'alert' && refused(answer) ? false : null;
}
