import { expect, it } from 'vitest';
import { tlsWith } from '../../../test/tls-evidence.ts';
import { NetworkFault } from '../../errors.ts';
import { have } from '../../evidence/gathered.ts';
import { withWhatIsSpoken } from './no-handshake.ts';

/** OpenSSL's codes as Node 24 gives them, from HAProxy and Apache. */
it.each([
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'it refuses the client certificate (unknown ca)'],
  ['ERR_SSL_SSL/TLS_ALERT_UNSUPPORTED_CERTIFICATE', 'it refuses the client certificate (unsupported certificate)'],
  ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED', 'it refuses the client certificate (certificate expired)'],
  // Some servers say this where there is none.
  ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'it requests a client certificate'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'it requests a client certificate'],
])('%s: %s', async (code, words) => {
  const cause = Object.assign(new Error('alert'), { code });
  const fault = new NetworkFault('tls', 'a.test:443 could not complete a TLS handshake', { cause });
  const tls = Promise.resolve(have(tlsWith({ client_certificate_requested: true })));
  await expect(withWhatIsSpoken(fault, 'a.test', tls)).rejects.toThrow(
    `a.test:443 could not complete a TLS handshake: ${words}`,
  );
});
