import fc from 'fast-check';

/** Arbitrary bytes as latin-1 text, the way header fields are decoded. */
export function latin1(maxLength: number): fc.Arbitrary<string> {
  return fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('latin1'));
}
