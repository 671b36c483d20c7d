/** Lines to paste, the same advice for both servers: Mozilla's "intermediate" profile (server-side TLS guidelines 5.8). */
export const PROTOCOL_LINES = 'nginx: ssl_protocols TLSv1.2 TLSv1.3;\nApache: SSLProtocol -all +TLSv1.2 +TLSv1.3';

const CIPHERS =
  'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305';

export const CIPHER_LINES = [
  `nginx: ssl_ciphers ${CIPHERS}; ssl_prefer_server_ciphers off;`,
  `Apache: SSLCipherSuite ${CIPHERS}`,
  'Apache: SSLHonorCipherOrder off',
].join('\n');

export const GROUP_LINES =
  'nginx: ssl_ecdh_curve X25519MLKEM768:X25519:prime256v1:secp384r1;\nApache: SSLOpenSSLConfCmd Groups X25519MLKEM768:X25519:prime256v1:secp384r1\n(needs OpenSSL 3.5 or later; leave X25519MLKEM768 out before that)';

export const CHAIN_LINES =
  'nginx: ssl_certificate /path/fullchain.pem; (the server’s own certificate first, then each intermediate, without the root)\nApache: SSLCertificateFile /path/fullchain.pem';

export const RENEW_LINES =
  'Issue a new certificate and let it renew itself, e.g. certbot renew --deploy-hook "systemctl reload nginx" (or reload apache2) run daily by a timer.';

export const STAPLING_LINES =
  'nginx: ssl_stapling on; ssl_stapling_verify on; ssl_trusted_certificate /path/chain.pem; resolver <your resolver>;\nApache: SSLUseStapling on\nApache (outside <VirtualHost>): SSLStaplingCache shmcb:logs/ssl_stapling(32768)';
