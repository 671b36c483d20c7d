import type { Socket } from 'node:net';

/** RFC 9113 §6: types of frames. */
export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const;
export const END_STREAM = 1;
export const END_HEADERS = 4;
export const PADDED = 8;

/** RFC 9113 §4.1. */
export function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** RFC 7541 §5.1, with a prefix of seven bits. */
function length(value: number): number[] {
  if (value < 127) return [value];
  const bytes = [127];
  let rest = value - 127;
  for (; rest >= 128; rest >>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from(length(value.length)), Buffer.from(value, 'latin1')]);
}

/** RFC 7541 §6.2: literals, as they are. `indexed` puts them into the table of the client. */
export function fields(pairs: readonly (readonly [name: string, value: string])[], indexed = false): Buffer {
  return Buffer.concat(
    pairs.map(([name, value]) => Buffer.concat([Buffer.from([indexed ? 0x40 : 0]), text(name), text(value)])),
  );
}

export const settings = frame(FRAME.settings, 0, 0);

/** A header block of the first request's stream. */
export function answer(pairs: readonly (readonly [name: string, value: string])[], flags = END_HEADERS): Buffer {
  return frame(FRAME.headers, flags, 1, fields(pairs));
}

export const PAGE: readonly (readonly [string, string])[] = [
  [':status', '200'],
  ['content-type', 'text/html'],
];

/** Calls back for each stream that a client opens. @param isPreface whether that of the connection is still to come */
export function onRequest(socket: Socket, serve: (stream: number) => void, isPreface = true): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    if (isPreface && pending.length >= 24) {
      pending = pending.subarray(24);
      isPreface = false;
    }
    while (!isPreface && pending.length >= 9) {
      const end = 9 + pending.readUIntBE(0, 3);
      if (pending.length < end) return;
      if (pending[3] === FRAME.headers) serve(pending.readUInt32BE(5));
      pending = pending.subarray(end);
    }
  });
}
