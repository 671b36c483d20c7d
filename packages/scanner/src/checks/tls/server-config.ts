import { blocks } from '../../fix-blocks.ts';

/**
 * Ready-made settings for nginx and Apache, from Mozilla's "intermediate" profile (server-side TLS guidelines 5.8).
 * In Apache the last line of a section counts. nginx adds a second ssl_protocols line to the first, so versions stay
 * enabled, and does not start with a second line of the others. Several findings have the same line as their fix.
 */
export const NGINX_PROTOCOLS = '# nginx; replace the ssl_protocols line, because a second one adds to the first';

export const PROTOCOL_LINES = blocks(
  `${NGINX_PROTOCOLS}\nssl_protocols TLSv1.2 TLSv1.3;`,
  '# Apache\nSSLProtocol -all +TLSv1.2 +TLSv1.3',
);

const CIPHERS =
  'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305';

/** The suites proposed do not use its prime, but with one that OpenSSL finds too short, nginx does not start. */
export const WITHOUT_DHPARAM = 'remove ssl_dhparam';

export const CIPHER_LINES = blocks(
  `# nginx; ${replacing('ssl_ciphers')}; ${WITHOUT_DHPARAM}\nssl_ciphers ${CIPHERS};\nssl_prefer_server_ciphers off;`,
  `# Apache\nSSLCipherSuite ${CIPHERS}\nSSLHonorCipherOrder off`,
);

const GROUPS = 'X25519MLKEM768:X25519:prime256v1:secp384r1';
const SINCE = 'with OpenSSL 3.5 or later; omit X25519MLKEM768 for older versions';

export const GROUP_LINES = blocks(
  `# nginx; ${replacing('ssl_ecdh_curve')}; ${SINCE}\nssl_ecdh_curve ${GROUPS};`,
  `# Apache, ${SINCE}\nSSLOpenSSLConfCmd Groups ${GROUPS}`,
);

const SCHEMES =
  'ECDSA+SHA256:RSA-PSS+SHA256:ECDSA+SHA384:RSA-PSS+SHA384:RSA-PSS+SHA512:RSA+SHA256:RSA+SHA384:RSA+SHA512';

export const SIGNATURE_LINES = blocks(
  `# nginx 1.19.4 or later; ${replacing('ssl_conf_command SignatureAlgorithms')}\nssl_conf_command SignatureAlgorithms ${SCHEMES};`,
  `# Apache\nSSLOpenSSLConfCmd SignatureAlgorithms ${SCHEMES}`,
);

const CHAIN_FILE =
  'replace the placeholder REPLACE_WITH_PATH; the file has the site’s own certificate first, then each intermediate, without the root';

export const CHAIN_LINES = blocks(
  `# nginx; ${replacing('ssl_certificate')}; ${CHAIN_FILE}\nssl_certificate REPLACE_WITH_PATH/fullchain.pem;`,
  `# Apache; ${CHAIN_FILE}\nSSLCertificateFile REPLACE_WITH_PATH/fullchain.pem`,
);

export const RENEW_LINES =
  'Issue a new certificate and renew it automatically, e.g. with a daily timer that runs certbot renew --deploy-hook "systemctl reload nginx" (or reload apache2).';

export const STAPLING_LINES = blocks(
  '# nginx; replace the placeholders REPLACE_WITH_PATH (path of the intermediates) and REPLACE_WITH_RESOLVER (address of a DNS resolver)\nssl_stapling on;\nssl_stapling_verify on;\nssl_trusted_certificate REPLACE_WITH_PATH/chain.pem;\nresolver REPLACE_WITH_RESOLVER;',
  '# Apache, in the <VirtualHost>\nSSLUseStapling on',
  '# Apache, outside any <VirtualHost>\nSSLStaplingCache shmcb:logs/ssl_stapling(32768)',
);

export function replacing(directive: string): string {
  return `replace the ${directive} line`;
}
