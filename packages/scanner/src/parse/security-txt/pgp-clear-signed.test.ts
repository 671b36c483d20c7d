import { describe, expect, it } from 'vitest';
import { readSignedText } from './pgp-clear-signed.ts';

const TEXT = 'Contact: mailto:a@b.test\n- -- dashed\n';
const HEAD = '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n';
const TAIL =
  '-----BEGIN PGP SIGNATURE-----\n\niHUEARYIAB0WIQT37IvrZVNuWMEKqQKHT3I=\n=qBXj\n-----END PGP SIGNATURE-----\n';

describe('readSignedText', () => {
  it('extracts the text and removes dash escapes', () => {
    expect(readSignedText(HEAD + TEXT + TAIL)).toEqual({
      text: 'Contact: mailto:a@b.test\n-- dashed\n'.trimEnd(),
      before: 3,
      state: 'signed',
      fault: null,
    });
  });
  it('leaves unsigned text unchanged', () => {
    expect(readSignedText(TEXT)).toEqual({ text: TEXT, before: 0, state: 'none', fault: null });
  });
  it.each([
    ['no signature', HEAD + TEXT, 'no complete signature'],
    ['no end', HEAD + TEXT + TAIL.replace(/-----END.*/u, ''), 'no complete signature'],
    ['text before', `# x\n${HEAD}${TEXT}${TAIL}`, 'first line'],
    ['text after', `${HEAD}${TEXT}${TAIL}Policy: https://a.test\n`, 'text after the signature'],
    ['unescaped dash', `${HEAD}--x\n${TAIL}`, 'not escaped'],
    ['empty signature', `${HEAD}${TEXT}-----BEGIN PGP SIGNATURE-----\n\n-----END PGP SIGNATURE-----\n`, 'empty'],
    ['no empty line', HEAD + TEXT + TAIL.replace('-----\n\niHUE', '-----\niHUE'), 'empty line before its data'],
    ['a cut line', HEAD + TEXT + TAIL.replace('iHUEARY', 'iHUEAR'), 'not base64'],
    ['foreign characters', HEAD + TEXT + TAIL.replace('iHUEARY', 'iHU*ARY'), 'not base64'],
    ['words', HEAD + TEXT + TAIL.replace(/iHUE.*/u, 'bm90IGEgc2lnbmF0dXJl'), 'not an OpenPGP signature'],
    ['signature only', TAIL, 'without the start'],
    ['other header', HEAD.replace('Hash', 'Version') + TEXT + TAIL, 'other than Hash'],
  ])('%s', (_name, body, fault) => {
    const read = readSignedText(body);
    expect(read.state).toBe('broken');
    expect(read.fault).toContain(fault);
  });
});
