import fc from 'fast-check';

/** Any bytes as text, one character each: what header fields are read as. */
export function latin1(maxLength: number): fc.Arbitrary<string> {
  return fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('latin1'));
}
