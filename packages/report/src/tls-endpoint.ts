import type { TlsDetails } from './sections/tls.ts';

type Endpoint = Partial<
  Pick<
    TlsDetails,
    'alpn_list' | 'http3' | 'sessions' | 'without_name' | 'signatures' | 'signature_list' | 'fallback_scsv'
  >
>;

const WITHOUT_NAME = {
  same: 'the same certificate',
  other: 'a different certificate',
  refused: 'no connection',
} as const;

/** The smaller facts of a TLS server, each as its name and what was found; what was not found out is left out. */
export function tlsEndpoint(details: Endpoint): [name: string, found: string][] {
  const {
    alpn_list: alpn = [],
    http3,
    sessions,
    without_name: nameless,
    signatures = [],
    signature_list: kinds = [],
    fallback_scsv: scsv,
  } = details;
  const rows: [string, string | null][] = [
    ['Application protocols (ALPN)', alpn.map(({ protocol, offered }) => `${protocol} ${yesNo(offered)}`).join(', ')],
    ['HTTP/3', http3 ? http3Words(http3) : null],
    ['Sessions', sessions ? sessionWords(sessions) : null],
    ['Early data (0-RTT)', sessions ? earlyWords(sessions.early_data) : null],
    [
      'Without SNI',
      nameless
        ? `${WITHOUT_NAME[nameless.answer]}${nameless.certificate === null ? '' : `: ${nameless.certificate}`}`
        : null,
    ],
    ['Key exchange signatures', signatures.join(', ')],
    ...signatureRows(kinds),
    ['Fallback protection (RFC 7507)', typeof scsv === 'boolean' ? yesNo(scsv) : null],
  ];
  return rows.flatMap(([name, found]) => (found ? [[name, found]] : []));
}

const KINDS = {
  ecdsa: 'ECDSA',
  ecdsa_sha512: 'ECDSA with SHA-512',
  rsa: 'RSA',
  eddsa: 'Ed25519 or Ed448',
  sha224: 'SHA-224',
  sha1: 'SHA-1 or MD5',
} as const;

/** One row a version. */
function signatureRows(kinds: NonNullable<Endpoint['signature_list']>): [name: string, found: string][] {
  return [...Map.groupBy(kinds, ({ version }) => version)].map(([version, those]) => [
    `Accepted signatures (${version})`,
    those.map(({ kind, offered }) => `${KINDS[kind]} ${yesNo(offered)}`).join(', '),
  ]);
}

function sessionWords({ ticket, id, lifetime, resumed }: NonNullable<Endpoint['sessions']>): string | null {
  const kinds = [
    ...(ticket ? [`tickets${lifetime === null || lifetime === 0 ? '' : ` for ${duration(lifetime)}`}`] : []),
    ...(id ? ['session IDs'] : []),
  ];
  if (kinds.length === 0) return ticket === null ? null : 'none issued';
  const again = resumed === null ? '' : resumed ? ', resumption tested' : ', resumption failed in one test';
  return `${kinds.join(', ')}${again}`;
}

function earlyWords(bytes: number | null): string | null {
  if (bytes === null) return null;
  return bytes === 0 ? 'not announced' : `announced, up to ${bytes} bytes; the scan sent none`;
}

function http3Words({ announced_by: by, answer }: NonNullable<Endpoint['http3']>): string {
  return by.length === 0 ? 'not announced' : `announced by ${by.join(' and ')}; ${answer ?? 'not tested'}`;
}

function duration(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function yesNo(value: boolean | null): string {
  return value === null ? 'not assessed' : value ? 'yes' : 'no';
}
