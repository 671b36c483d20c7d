import { expect, it } from 'vitest';
import { readQuicPackets } from '../../parse/quic/quic-packets.ts';
import {
  crypto,
  retryPacket,
  serverHello,
  serverInitial,
  versionNegotiation,
  type Asked,
} from '../../../test/quic-server.ts';
import { InitialExchange } from './initial-exchange.ts';

/** Numbers without end, the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function askedBy(exchange: InitialExchange): Asked {
  const datagram = Buffer.from(exchange.initial());
  const [packet] = readQuicPackets(datagram);
  if (packet?.kind !== 'initial') throw new Error('a client sends Initial packets');
  return { packet, payload: null, datagram, number: 0, reply: () => undefined };
}

it('no datagram makes it throw, or keep more than a few kilobytes', () => {
  const below = numbers(7);
  const kinds: Record<string, number> = {};
  for (let round = 0; round < 300; round += 1) {
    const exchange = new InitialExchange('a.test');
    const asked = askedBy(exchange);
    const frames = Buffer.concat(crypto(serverHello(), 1 + below(60)));
    // Rightly protected, with bytes changed inside: what only a real server could send.
    const spoilt = Buffer.from(frames);
    for (let n = below(4); n > 0; n -= 1) spoilt[below(spoilt.length)] = below(256);
    const sound = [
      serverInitial(asked, spoilt),
      serverInitial(asked, Buffer.from([0x02, 0xc0, 255, 255, 255, 255, 255, 255, 255, 0, 0xbf, 255, 255, 255, 0])),
      retryPacket(asked, Buffer.alloc(below(21), 1), Buffer.alloc(below(1400), 2)),
      versionNegotiation(asked, [below(2 ** 32), 2]),
      Buffer.concat([
        serverInitial(asked, Buffer.from([0x1c, below(256), below(256), 0])),
        serverInitial(asked, frames),
      ]),
    ];
    for (let n = 0; n < 40; n += 1) {
      const datagram = Buffer.from(sound[below(sound.length)] ?? []);
      for (let bits = below(3); bits > 0; bits -= 1) datagram[below(datagram.length)] = below(256);
      const answer = exchange.receive(datagram.subarray(0, below(8) === 0 ? below(datagram.length + 1) : undefined));
      const kind = answer === null || answer === 'again' ? String(answer) : answer.kind;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    exchange.ended();
  }
  expect(Object.keys(kinds).toSorted()).toEqual(['again', 'closed', 'hello', 'malformed', 'null', 'other_versions']);
});

it('each packet has its own number, and the same ClientHello', () => {
  const exchange = new InitialExchange(null);
  const [one, two] = [askedBy(exchange), askedBy(exchange)];
  expect(one.datagram).toHaveLength(1200);
  expect(Buffer.compare(one.datagram, two.datagram)).not.toBe(0);
});
