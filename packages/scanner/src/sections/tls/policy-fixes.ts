import { NGINX_PROTOCOLS, replacing, WITHOUT_DHPARAM } from '../../checks/tls/server-config.ts';
import { blocks } from '../../fix-blocks.ts';

/** What of a policy decides how a server is set up. */
interface Allowed {
  versions: readonly string[];
  /** IANA names; absent: the policy names no suites. */
  suites?: readonly string[];
  groups?: readonly string[];
}

/** Suites of TLS 1.2 that are proposed, as far as a policy allows them: IANA names, and OpenSSL's. */
const CLASSIC: readonly (readonly [string, string])[] = ['ECDSA', 'RSA'].flatMap((key) =>
  [
    ['AES_128_GCM_SHA256', 'AES128-GCM-SHA256'],
    ['AES_256_GCM_SHA384', 'AES256-GCM-SHA384'],
    ['CHACHA20_POLY1305_SHA256', 'CHACHA20-POLY1305'],
  ].map(([iana, own]) => [`TLS_ECDHE_${key}_WITH_${iana}`, `ECDHE-${key}-${own}`] as const),
);
const MODERN = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];
/** IANA names of groups, and OpenSSL's, in the order to propose them in. */
const GROUPS: readonly (readonly [string, string])[] = [
  ['X25519MLKEM768', 'X25519MLKEM768'],
  ['X25519', 'X25519'],
  ['secp256r1', 'prime256v1'],
  ['secp384r1', 'secp384r1'],
];

/** No policy wants an older one, where several are allowed. */
const CURRENT = ['TLS 1.2', 'TLS 1.3'];

export function protocolFix({ versions }: Allowed): string {
  const names = CURRENT.filter((version) => versions.includes(version)).map((version) =>
    version.replace('TLS ', 'TLSv'),
  );
  const plus = names.map((name) => `+${name}`).join(' ');
  return blocks(`${NGINX_PROTOCOLS}\nssl_protocols ${names.join(' ')};`, `# Apache\nSSLProtocol -all ${plus}`);
}

export function suiteFix({ versions, suites }: Allowed): string {
  const isAllowed = (suite: string): boolean => suites?.includes(suite) ?? true;
  const classic = CLASSIC.filter(([suite]) => versions.includes('TLS 1.2') && isAllowed(suite)).map(([, own]) => own);
  const modern = MODERN.filter(isAllowed);
  // Without a setting for TLS 1.3, a server offers all three.
  const some = modern.length < MODERN.length ? modern.join(':') : null;
  const nginx = [
    ...(classic.length > 0 ? [`ssl_ciphers ${classic.join(':')};`, 'ssl_prefer_server_ciphers off;'] : []),
    ...(some === null ? [] : [`ssl_conf_command Ciphersuites ${some};`]),
  ];
  const apache = [
    ...(classic.length > 0 ? [`SSLCipherSuite ${classic.join(':')}`, 'SSLHonorCipherOrder off'] : []),
    ...(some === null ? [] : [`SSLCipherSuite TLSv1.3 ${some}`]),
  ];
  if (nginx.length === 0) return protocolFix({ versions });
  const since = some === null ? '' : ' 1.19.4 or later';
  const lines = classic.length > 0 ? `${replacing('ssl_ciphers')}; ` : '';
  return blocks(`# nginx${since}; ${lines}${WITHOUT_DHPARAM}\n${nginx.join('\n')}`, `# Apache\n${apache.join('\n')}`);
}

export function groupFix({ groups }: Allowed): string {
  const names = GROUPS.filter(([group]) => groups?.includes(group)).map(([, own]) => own);
  const hybrid = names.includes('X25519MLKEM768');
  const since = hybrid ? 'with OpenSSL 3.5 or later; omit X25519MLKEM768 for older versions' : '';
  const list = names.join(':');
  const nginx = ['# nginx', replacing('ssl_ecdh_curve'), since].filter(Boolean).join('; ');
  return blocks(
    `${nginx}\nssl_ecdh_curve ${list};`,
    `# Apache${since && `, ${since}`}\nSSLOpenSSLConfCmd Groups ${list}`,
  );
}

/** A key that every policy allows (certbot's documentation, "Changing a certificate's key type"). */
export function keyFix(): string {
  return '# certificate, with certbot\ncertbot renew --key-type ecdsa --elliptic-curve secp256r1 --force-renewal';
}
