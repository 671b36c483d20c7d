import { createPrivateKey, type KeyObject } from 'node:crypto';

/**
 * @param text PKCS #8 PEM, as `openssl genpkey -algorithm ed25519` prints it, with newlines possibly written as `\n`;
 *   or the same as one line of base64
 * @throws Error that does not repeat the text: it is a secret
 */
export function ed25519KeyFrom(text: string): KeyObject {
  const pem = text.includes('BEGIN') ? text : Buffer.from(text, 'base64').toString('latin1');
  let key: KeyObject;
  try {
    key = createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
  } catch {
    throw new Error('the signing key is not a private key in PEM');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the signing key is not an Ed25519 key');
  return key;
}
