/** What the peer sent does not follow the grammar; the message says where. */
export class MalformedTls extends Error {
  override readonly name = 'MalformedTls';
}

/** Reads big-endian integers and length-prefixed vectors (RFC 8446 §3) and never beyond the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(count: number): Uint8Array {
    if (count > this.left) throw new MalformedTls(`${count} bytes announced, ${this.left} left`);
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  uint(width: 1 | 2 | 3): number {
    return this.take(width).reduce((value, byte) => value * 256 + byte, 0);
  }

  vector(width: 1 | 2 | 3): Uint8Array {
    return this.take(this.uint(width));
  }
}

/** Bytes in at one end and out at the other; appending is linear in what is appended, however small the pieces. */
export class ByteQueue {
  #buffer = new Uint8Array(4096);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  append(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#buffer.length) {
      const room = Math.max(this.#buffer.length, (this.length + bytes.length) * 2);
      const next = new Uint8Array(room);
      next.set(this.peek(this.length));
      this.#end = this.length;
      this.#start = 0;
      this.#buffer = next;
    }
    this.#buffer.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** The first `count` bytes, which stay; valid until the next append. */
  peek(count: number): Uint8Array {
    return this.#buffer.subarray(this.#start, this.#start + Math.min(count, this.length));
  }

  /** The first `count` bytes, removed. */
  take(count: number): Uint8Array {
    const taken = this.peek(count).slice();
    this.#start += taken.length;
    return taken;
  }
}
