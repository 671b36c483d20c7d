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
    if (count > this.left) throw tooShort(count, this.left);
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  uint(width: 1 | 2 | 3): number {
    if (width > this.left) throw tooShort(width, this.left);
    let value = 0;
    for (const end = this.#at + width; this.#at < end; this.#at += 1)
      value = value * 256 + (this.#bytes[this.#at] ?? 0);
    return value;
  }

  vector(width: 1 | 2 | 3): Uint8Array {
    return this.take(this.uint(width));
  }
}

function tooShort(count: number, left: number): MalformedTls {
  return new MalformedTls(`${count} bytes announced, ${left} left`);
}

const SMALLEST_BUFFER = 4096;

/**
 * Bytes in at one end and out at the other; appending is linear in what is appended, however small the pieces. A piece
 * that arrives when nothing is waiting, as most do, is kept as it is, not copied: its owner must not change it.
 */
export class ByteQueue {
  #buffer: Uint8Array = NOTHING;
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  append(bytes: Uint8Array): void {
    if (this.length === 0) {
      this.#buffer = bytes;
      this.#start = 0;
      this.#end = bytes.length;
      return;
    }
    if (this.#end + bytes.length > this.#buffer.length) {
      const room = Math.max(SMALLEST_BUFFER, (this.length + bytes.length) * 2);
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

  /** The first `count` bytes, removed. They stay as they are: nothing is ever written before the end. */
  take(count: number): Uint8Array {
    const taken = this.peek(count);
    this.#start += taken.length;
    return taken;
  }
}

const NOTHING = new Uint8Array();
