/** Splits a stream into lines, and keeps no more than `limit` bytes of one that does not end. */
export function lineReader(options: { limit: number; onLine: (line: string) => void; onFlood: () => void }) {
  let parts: Buffer[] = [];
  let size = 0;
  let flooded = false;
  return (chunk: Buffer): void => {
    let rest = chunk;
    while (!flooded) {
      const end = rest.indexOf(0x0a);
      const part = end === -1 ? rest : rest.subarray(0, end);
      size += part.length;
      if (size > options.limit) {
        flooded = true;
        parts = [];
        options.onFlood();
        return;
      }
      parts.push(part);
      if (end === -1) return;
      const line = Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      rest = rest.subarray(end + 1);
      options.onLine(line);
      if (rest.length === 0) return;
    }
  };
}
