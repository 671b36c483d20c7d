import { ByteReader, MalformedTls } from '../tls/tls-bytes.ts';
import { readServerHelloMessage, type ServerHello } from '../tls/server-hello.ts';
import { readVarint } from './quic-packets.ts';

/** What a server's Initial packets contain together, however the data is ordered and split. */
export interface InitialContent {
  /** ServerHello or HelloRetryRequest, once it is complete. */
  hello: ServerHello | null;
  close: { code: number; reason: string } | null;
}

/** A ServerHello has about a hundred bytes. A server that sends more than this is rejected. */
const MAX_CRYPTO = 4096;
const MAX_REASON = 200;
const SERVER_HELLO = 2;

/** Reads the frames of Initial packets (RFC 9000 §12.4): PADDING, PING, ACK, CRYPTO, transport CONNECTION_CLOSE. */
export class InitialFrames {
  readonly words: InitialContent = { hello: null, close: null };
  readonly #crypto = new Uint8Array(MAX_CRYPTO);
  readonly #filled = new Uint8Array(MAX_CRYPTO);
  #whole = 0;

  /**
   * @param payload of one Initial packet, decrypted
   * @throws MalformedTls
   */
  read(payload: Uint8Array): void {
    const reader = new ByteReader(payload);
    while (reader.left > 0) this.#readFrame(readVarint(reader), reader);
    this.#readMessage();
  }

  #readFrame(type: number, reader: ByteReader): void {
    if (type === 0x00 || type === 0x01) return;
    if (type === 0x02 || type === 0x03) {
      readVarint(reader);
      readVarint(reader);
      const ranges = readVarint(reader);
      readVarint(reader);
      // Each range takes at least two bytes, so a false count soon reaches the end of the packet.
      for (let n = 0; n < ranges; n += 1) {
        readVarint(reader);
        readVarint(reader);
      }
      if (type === 0x03) for (let n = 0; n < 3; n += 1) readVarint(reader);
    } else if (type === 0x06) {
      const offset = readVarint(reader);
      this.#keep(offset, reader.take(readVarint(reader)));
    } else if (type === 0x1c) {
      const code = readVarint(reader);
      readVarint(reader);
      const reason = reader.take(readVarint(reader)).subarray(0, MAX_REASON);
      this.words.close ??= { code, reason: printable(reason) };
    } else throw new MalformedTls(`a frame of type 0x${type.toString(16)} in an Initial packet`);
  }

  #keep(offset: number, data: Uint8Array): void {
    if (offset + data.length > MAX_CRYPTO) throw new MalformedTls('more handshake bytes than a ServerHello has');
    this.#crypto.set(data, offset);
    this.#filled.fill(1, offset, offset + data.length);
    while (this.#filled[this.#whole] === 1) this.#whole += 1;
  }

  #readMessage(): void {
    const { words } = this;
    if (words.hello !== null || this.#whole < 4) return;
    const [type = 0, high = 0, middle = 0, low = 0] = this.#crypto;
    if (type !== SERVER_HELLO) throw new MalformedTls(`handshake message ${type} before the ServerHello`);
    const length = high * 65_536 + middle * 256 + low;
    if (length > MAX_CRYPTO - 4) throw new MalformedTls(`a ServerHello of ${length} bytes`);
    if (this.#whole < 4 + length) return;
    words.hello = readServerHelloMessage(this.#crypto.subarray(4, 4 + length));
  }
}

function printable(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
    .replaceAll(/[^\x20-\x7e]/gu, '.')
    .trim();
}
