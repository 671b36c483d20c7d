import { expect, test } from 'vitest';
import { caaNamesOf } from './caa-issuers.ts';

test.each([
  ["CN=R11, O=Let's Encrypt, C=US", 'letsencrypt.org'],
  ['C=US, O=Google Trust Services, CN=WR2', 'pki.goog'],
  ['CN=DigiCert TLS RSA SHA256 2020 CA1, O=DigiCert Inc, C=US', 'digicert.com'],
  ['C=GB, O=Sectigo Limited, CN=Sectigo Public Server Authentication CA DV R36', 'sectigo.com'],
  ['C=AT, O=ZeroSSL, CN=ZeroSSL ECC Domain Secure Site CA', 'sectigo.com'],
  ['CN=Amazon RSA 2048 M02, O=Amazon, C=US', 'amazon.com'],
  ['CN=Palisade Lab CA', undefined],
  ['', undefined],
])('%s', (issuer, name) => {
  expect(caaNamesOf(issuer)?.[0]).toBe(name);
});
