import { expect, test } from 'vitest';
import { HOST, hop, httpEvidence } from '../../../test/evidence.ts';
import { judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './alpn.ts';

test.each([
  ['h2', 'h2'],
  ['http/1.1', 'http1'],
  [null, 'none'],
])('%s: %s, at no cost', (alpn, outcome) => {
  expect(judgedTls(check, tlsWith({ alpn }))).toMatchObject({ outcome, deduction: 0 });
});

test.each<[string, boolean, string]>([
  [`https://${HOST}/`, true, 'only_h2'],
  [`https://${HOST}/`, false, 'h2'],
  // Other servers.
  [`https://${HOST}:8443/`, true, 'h2'],
  [`https://www.${HOST}/`, true, 'h2'],
])('%s read over HTTP/2: %s, %s', (url, http2, outcome) => {
  const tls = tlsWith({ alpn: 'h2' });
  const http = httpEvidence([{ ...hop({ url }), ...(http2 && { http2 }) }]);
  expect(judgedTls(check, tls, { http })).toMatchObject({ outcome, deduction: 0 });
});

test('nothing is said without a handshake', () => {
  const tls = tlsWith({ alpn: null });
  expect(outcomeOf(check, { ...tls, handshake: { ...tls.handshake, completed: false } })).toBeNull();
});
