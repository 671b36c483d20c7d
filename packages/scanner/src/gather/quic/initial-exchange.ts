import { randomBytes } from 'node:crypto';
import type { Http3Answer } from '../../evidence/http3.ts';
import { InitialFrames } from '../../parse/quic/initial-frames.ts';
import { hexVersion, QUIC_V1, readQuicPackets, varint, type QuicPacket } from '../../parse/quic/quic-packets.ts';
import { clientHelloMessage, VERSION } from '../../parse/tls/client-hello.ts';
import { MalformedTls } from '../../parse/tls/tls-bytes.ts';
import { groupName } from '../../parse/tls/tls-groups.ts';
import { suiteName } from '../../parse/tls/tls-suites.ts';
import { initialKeys, protect, retryTag, unprotect } from './initial-protection.ts';

/** RFC 9000 §14.1: datagrams with a client's Initial packets are never smaller. */
const DATAGRAM_BYTES = 1200;
const CONNECTION_ID_BYTES = 8;
const SUITES = [0x1301, 0x1302, 0x1303];
const GROUPS = [0x001d, 0x0017, 0x0018];
/** What is read of one server, whatever it sends; a sound one answers with three datagrams or so. */
const MAX_DATAGRAMS = 32;
const MAX_TOKEN = 512;

/**
 * The client's half of the beginning of one QUIC connection: an Initial packet with a ClientHello out, what comes back
 * in, until it is known what the server says to it. It never gets as far as keys that are secret. Does no I/O itself.
 */
export class InitialExchange {
  readonly #hello: Uint8Array;
  readonly #scid: Uint8Array;
  #dcid: Uint8Array;
  #keys: ReturnType<typeof initialKeys>;
  #token: Uint8Array = new Uint8Array();
  #retried = false;
  #serverId: Uint8Array | null = null;
  #packetNumber = 0;
  #received = 0;
  #unreadable: string | null = null;
  readonly #frames = new InitialFrames();

  /** @param serverName null sends none */
  constructor(serverName: string | null, random: (bytes: number) => Uint8Array = randomBytes) {
    this.#scid = random(CONNECTION_ID_BYTES);
    this.#dcid = random(CONNECTION_ID_BYTES);
    this.#keys = initialKeys(this.#dcid);
    this.#hello = clientHelloMessage(
      {
        version: VERSION.tls13,
        suites: SUITES,
        groups: GROUPS,
        serverName,
        alpn: ['h3'],
        keyShare: true,
        quic: transportParameters(this.#scid),
      },
      random(64),
    );
  }

  /** The Initial packet with the ClientHello; a new packet each time, as retransmissions are. */
  initial(): Uint8Array {
    return this.#packet([0x06, ...varint(0), ...varint(this.#hello.length), ...this.#hello]);
  }

  /** CONNECTION_CLOSE without an error, so that the server does not wait for us. */
  farewell(): Uint8Array {
    return this.#packet([0x1c, 0, 0, 0]);
  }

  /**
   * Takes in one datagram. Never throws.
   * @returns `again`: an `initial()` has to be sent at once, with the token of a Retry; null: nothing is settled yet
   */
  receive(datagram: Uint8Array): Http3Answer | 'again' | null {
    if ((this.#received += 1) > MAX_DATAGRAMS) {
      return { kind: 'malformed', reason: 'it sends too many datagrams' };
    }
    try {
      for (const packet of readQuicPackets(datagram)) {
        const answer = this.#read(packet);
        if (answer !== null) return answer;
      }
    } catch (error) {
      if (!(error instanceof MalformedTls)) throw error;
      this.#unreadable ??= error.message;
    }
    return null;
  }

  /** What there is to say when nothing more comes. */
  ended(): Http3Answer {
    if (this.#unreadable !== null) return { kind: 'malformed', reason: this.#unreadable };
    if (this.#received > 0) return { kind: 'malformed', reason: 'it responds, but not with a ServerHello' };
    return { kind: 'silent' };
  }

  #read(packet: QuicPacket): Http3Answer | 'again' | null {
    switch (packet.kind) {
      case 'protected':
        return null;
      case 'version_negotiation':
        return this.#readVersions(packet);
      case 'retry':
        return this.#readRetry(packet);
      case 'initial':
        return this.#readInitial(packet);
    }
  }

  /** RFC 9000 §6.2: counts only when it echoes both connection IDs, and does not offer the requested version. */
  #readVersions({ dcid, scid, versions }: Extract<QuicPacket, { kind: 'version_negotiation' }>): Http3Answer | null {
    if (!same(dcid, this.#scid) || !same(scid, this.#dcid) || this.#serverId !== null) return this.#ignore(OTHER_ID);
    if (versions.includes(QUIC_V1)) return this.#ignore('it rejects the version but offers the same version');
    return {
      kind: 'other_versions',
      versions: versions
        .filter((one) => !isReserved(one))
        .slice(0, 16)
        .map(hexVersion),
    };
  }

  /** RFC 9000 §17.2.5.2: one Retry, before anything else, with a tag that fits. */
  #readRetry({ dcid, scid, token, body, tag }: Extract<QuicPacket, { kind: 'retry' }>): 'again' | null {
    if (this.#retried || this.#serverId !== null) return null;
    if (!same(dcid, this.#scid) || same(scid, this.#dcid)) return this.#ignore(OTHER_ID);
    if (token.length === 0 || token.length > MAX_TOKEN)
      return this.#ignore(`a Retry with ${token.length} bytes of token`);
    if (!same(retryTag(this.#dcid, body), tag)) return this.#ignore('a Retry with an invalid tag');
    this.#retried = true;
    this.#token = Uint8Array.from(token);
    this.#dcid = Uint8Array.from(scid);
    this.#keys = initialKeys(this.#dcid);
    return 'again';
  }

  #readInitial({ dcid, scid, bytes, numberAt }: Extract<QuicPacket, { kind: 'initial' }>): Http3Answer | null {
    if (!same(dcid, this.#scid)) return this.#ignore(OTHER_ID);
    const payload = unprotect(bytes, numberAt, this.#keys.server);
    if (!payload) return this.#ignore('an Initial packet that cannot be decrypted');
    this.#serverId ??= Uint8Array.from(scid);
    this.#frames.read(payload);
    const { hello, close } = this.#frames.words;
    if (hello) {
      const strange = strangeness(hello);
      if (strange !== null) return { kind: 'malformed', reason: strange };
      const group = hello.group === null ? null : groupName(hello.group);
      return { kind: 'hello', suite: suiteName(hello.suite), group, address_validated: this.#retried };
    }
    return close && { kind: 'closed', ...close };
  }

  #ignore(reason: string): null {
    this.#unreadable ??= reason;
    return null;
  }

  /** One datagram of 1200 bytes. */
  #packet(frames: readonly number[]): Uint8Array {
    const to = this.#serverId ?? this.#dcid;
    const number = this.#packetNumber++;
    const start = [0xc3, 0, 0, 0, 1, to.length, ...to, this.#scid.length, ...this.#scid];
    const token = [...varint(this.#token.length), ...this.#token];
    const rest = DATAGRAM_BYTES - start.length - token.length - 2;
    const header = Uint8Array.from([...start, ...token, ...varint(rest, 2), 0, 0, 0, number]);
    const payload = new Uint8Array(rest - 4 - 16);
    payload.set(frames);
    return protect(header, number, payload, this.#keys.client);
  }
}

const OTHER_ID = 'packets for a connection that is not ours';

/** An answer outside what was offered is no answer (RFC 8446 §4.1.3). */
function strangeness({
  version,
  suite,
  group,
}: {
  version: number;
  suite: number;
  group: number | null;
}): string | null {
  if (version !== VERSION.tls13) return `version 0x${version.toString(16)} of TLS, which QUIC does not have`;
  if (!SUITES.includes(suite)) return `cipher suite 0x${suite.toString(16)} was not offered`;
  if (group !== null && !GROUPS.includes(group)) return `group 0x${group.toString(16)} was not offered`;
  return null;
}

/** RFC 9000 §15: reserved versions, to check that they are ignored. */
function isReserved(version: number): boolean {
  return (version & 0x0f0f0f0f) === 0x0a0a0a0a;
}

/** RFC 9000 §18.2; little credit, because nothing will be requested. */
function transportParameters(scid: Uint8Array): Uint8Array {
  const parameters: [id: number, value: readonly number[]][] = [
    [0x01, varint(5000)],
    [0x04, varint(65_536)],
    [0x05, varint(16_384)],
    [0x06, varint(16_384)],
    [0x07, varint(16_384)],
    [0x08, varint(3)],
    [0x09, varint(3)],
    [0x0f, [...scid]],
  ];
  return Uint8Array.from(parameters.flatMap(([id, value]) => [...varint(id), ...varint(value.length), ...value]));
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
