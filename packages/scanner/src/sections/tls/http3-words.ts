import type { TlsDetails } from '@palisade/report/sections/tls';
import type { Http3Evidence } from '../../evidence/http3.ts';

type Http3 = NonNullable<TlsDetails['http3']>;

/** What one QUIC Initial packet brought, for the report. */
export function http3Words(http3: Http3Evidence | null): Pick<Http3, 'tested' | 'answers' | 'answer'> {
  if (http3 === null) return { tested: false };
  const { answer, host, port } = http3;
  const [answers, words] = wordsOf(http3, `UDP port ${port}${host === null ? '' : ` of ${host}`}`);
  return { tested: answer.kind !== 'not_asked', answers, answer: words };
}

function wordsOf({ answer }: Http3Evidence, where: string): [answers: boolean | null, words: string] {
  switch (answer.kind) {
    case 'hello': {
      const chosen = [answer.suite, ...(answer.group === null ? [] : [answer.group])].join(', ');
      const checked = answer.address_validated ? ', after validating the address with a Retry' : '';
      return [
        true,
        `${where} supports QUIC version 1 with TLS 1.3, ${chosen}${checked}; the rest is encrypted and was not read`,
      ];
    }
    case 'other_versions':
      return [null, `${where} supports QUIC, but not version 1: ${answer.versions.join(', ') || 'no known version'}`];
    case 'closed':
      return [
        false,
        `${where} refuses the connection: ${closeName(answer.code)}${answer.reason === '' ? '' : ` ("${answer.reason}")`}`,
      ];
    case 'malformed':
      return [null, `${where} responds with something other than QUIC version 1 (${answer.reason})`];
    case 'silent':
      return [null, `no response from ${where}; the server, its network or ours may block UDP`];
    case 'refused':
      return [false, `${where} is closed`];
    case 'not_asked':
      return [null, `not tested: ${answer.reason}`];
  }
}

/** RFC 9000 §20.1, and of the alerts of TLS (RFC 9001 §4.8) those that a first packet can bring. */
const CLOSES: Readonly<Record<number, string>> = {
  0x00: 'no error',
  0x01: 'internal error',
  0x02: 'connection refused',
  0x05: 'stream state error',
  0x07: 'frame encoding error',
  0x08: 'transport parameter error',
  0x0a: 'protocol violation',
  0x0b: 'invalid token',
  0x0c: 'application error',
  0x128: 'handshake failure (alert 40)',
  0x132: 'decode error (alert 50)',
  0x146: 'protocol version (alert 70)',
  0x150: 'internal error (alert 80)',
  0x16d: 'missing extension (alert 109)',
  0x170: 'unrecognized name (alert 112)',
  0x178: 'no application protocol in common (alert 120): it does not support h3',
};

function closeName(code: number): string {
  const alert = code >= 0x100 && code <= 0x1ff ? `alert ${code - 0x100}` : `error 0x${code.toString(16)}`;
  return CLOSES[code] ?? alert;
}
