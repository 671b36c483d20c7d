interface AnswerReaderOptions {
  /** Maximum length of a line, in bytes. */
  limit: number;
  onLine: (line: string) => void;
  onFlood: () => void;
}

export interface AnswerReader {
  read(chunk: Buffer): void;
  /** To be called in `onLine`: the next `n` bytes are data, not lines. */
  take(bytes: number, onBytes: (bytes: Buffer) => void): void;
}

/** Splits a stream into lines and the bytes they announce. Keeps no more than `limit` bytes of an unterminated line. */
export function answerReader({ limit, onLine, onFlood }: AnswerReaderOptions): AnswerReader {
  let parts: Buffer[] = [];
  let size = 0;
  let wanted: { bytes: number; onBytes: (bytes: Buffer) => void } | null = null;
  let flooded = false;

  const whole = (): Buffer => {
    const [first] = parts;
    const bytes = parts.length === 1 && first ? first : Buffer.concat(parts);
    parts = [];
    size = 0;
    return bytes;
  };
  /** @returns the rest of the chunk; null when nothing more is read */
  const toLine = (chunk: Buffer): Buffer | null => {
    const end = chunk.indexOf(0x0a);
    const part = end === -1 ? chunk : chunk.subarray(0, end);
    size += part.length;
    if (size > limit) {
      flooded = true;
      parts = [];
      onFlood();
      return null;
    }
    parts.push(part);
    if (end === -1) return null;
    onLine(whole().toString('utf8'));
    return chunk.subarray(end + 1);
  };
  const toBytes = (chunk: Buffer, { bytes, onBytes }: NonNullable<typeof wanted>): Buffer => {
    const part = chunk.subarray(0, bytes - size);
    size += part.length;
    parts.push(part);
    if (size === bytes) {
      wanted = null;
      onBytes(whole());
    }
    return chunk.subarray(part.length);
  };

  return {
    read(chunk) {
      let rest: Buffer | null = flooded ? null : chunk;
      while (rest !== null && rest.length > 0) rest = wanted ? toBytes(rest, wanted) : toLine(rest);
    },
    take(bytes, onBytes) {
      if (bytes === 0) onBytes(Buffer.alloc(0));
      else wanted = { bytes, onBytes };
    },
  };
}
