import { expect, it } from 'vitest';
import { classesWith } from '../../../test/tls-evidence.ts';
import { client, of12, RSA } from '../../../test/tls-clients.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';

const CAMELLIA = 'TLS_RSA_WITH_CAMELLIA_128_CBC_SHA';

/**
 * OpenSSL 1.0.1 was said to get the only one of its suites that was seen, while a server of OpenSSL 3.0 chose
 * TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA.
 */
it.each<[string, boolean, TlsEvidence['preference'], string | null]>([
  ['a list that was cut', false, null, null],
  ['the complete list', true, null, CAMELLIA],
  ['a cut list, the client’s order', false, 'client', null],
  ['a cut list, the server’s order', false, 'server', CAMELLIA],
])('of %s, a suite is named only if no other can be chosen', (_what, isComplete, preference, suite) => {
  const found = client('Node.js 0.10', {
    ...of12(CAMELLIA),
    ...RSA,
    suites_complete: { 'TLS 1.2': isComplete },
    suite_classes: classesWith({ static_cbc: true, dhe_cbc: true }),
    preference,
  });
  expect(found).toMatchObject({ connects: true, suite });
});
