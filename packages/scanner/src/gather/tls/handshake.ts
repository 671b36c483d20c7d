import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
// oxlint-disable-next-line no-restricted-imports -- opens no connection itself
import {
  createSecureContext,
  rootCertificates,
  type ConnectionOptions,
  type SecureContext,
  type TLSSocketOptions,
} from 'node:tls';
import { isAddress } from '../../parse/x509/x509-names.ts';
import { negotiatedOn, groupOf, type Negotiated } from '../net/negotiated-tls.ts';
import { connectForeign } from '../net/foreign-tls.ts';
import { Patience } from '../net/patience.ts';
import { meterHandshake } from '../net/tls-connect.ts';
import type { Connect } from './hello-probe.ts';

const HANDSHAKE_TIMEOUT_MS = 4000;

export interface Handshake extends Negotiated {
  completed: boolean;
  /** Why it failed, in one line. */
  fault: string | null;
  staple: Buffer | null;
  /** The page's own connection completed one, without a client certificate. */
  ofPage?: true;
}

export type ContextKind = 'usual' | 'small' | 'rsa';

/** One ordinary handshake by OpenSSL with the most lenient settings: trust and weaknesses are judged from its result. */
export async function shakeHands(
  connect: Connect,
  options: { host: string; extraCa: string | undefined; kind: ContextKind; signal: AbortSignal },
): Promise<Handshake> {
  const nothing = {
    completed: false,
    version: null,
    suite: null,
    alpn: null,
    group: null,
    verifyCode: undefined,
    chain: [],
    staple: null,
  };
  let raw: Socket;
  try {
    raw = await connect();
  } catch (error) {
    return { ...nothing, fault: error instanceof Error ? error.message : 'no connection' };
  }
  return new Promise((resolve, reject) => {
    let staple: Buffer | null = null;
    const settle = (result: Handshake): void => {
      clear();
      meter.stop();
      options.signal.removeEventListener('abort', onAbort);
      resolve(result);
      secure.destroy();
      raw.destroy();
    };
    const fail = (fault: string): void => settle({ ...nothing, fault });
    const onAbort = (): void => fail('the time for this part of the scan was over');
    const clear = new Patience(HANDSHAKE_TIMEOUT_MS).onceOver(() =>
      fail(`no handshake within ${HANDSHAKE_TIMEOUT_MS} ms`),
    );
    const asked: ConnectionOptions & Pick<TLSSocketOptions, 'requestOCSP'> = {
      socket: raw,
      secureContext: contextOf(options.kind, options.extraCa),
      servername: isAddress(options.host) ? '' : options.host,
      requestOCSP: true,
      ALPNProtocols: ['h2', 'http/1.1'],
    };
    // Over a socket that `Egress.connect` opened; its `connectTls` would come too late for the OCSPResponse event.
    const secure = connectForeign(asked);
    const meter = meterHandshake(secure, raw, () => fail('the server sends more than any handshake needs'));
    secure.on('OCSPResponse', (response: Buffer | null) => {
      staple = response && response.length > 0 ? response : null;
    });
    secure.once('secureConnect', () => {
      try {
        settle({ completed: true, fault: null, ...negotiatedOn(secure), staple });
      } catch (error) {
        // Thrown in a listener it would end the process; here it is an ordinary failure.
        reject(error);
        fail('the handshake could not be read');
      }
    });
    secure.on('error', (error) => fail(faultOf(error)));
    secure.on('close', () => fail('the server closed the connection'));
    options.signal.addEventListener('abort', onAbort, { once: true });
    if (options.signal.aborted) onAbort();
  });
}

export interface Resumed {
  completed: boolean;
  /** Refused by an alert that says "nothing in common", and not by accident. */
  refused: boolean;
  /** The server resumed the session. */
  reused: boolean;
  /** Of the key exchange (RFC 8446 §4.2.9, psk_dhe_ke), OpenSSL's name. */
  group: string | null;
}

/** A handshake that offers an earlier session; no data is sent. */
export async function resume(
  connect: Connect,
  options: {
    host: string;
    extraCa: string | undefined;
    session: Buffer;
    /** The protocol of the earlier connection: a server may have that alone. */
    alpn: string | null;
    group: string | null;
    signal: AbortSignal;
  },
): Promise<Resumed> {
  const failed = { completed: false, refused: false, reused: false, group: null };
  let raw: Socket;
  try {
    raw = await connect();
  } catch {
    return failed;
  }
  return new Promise((resolve) => {
    const settle = (result: Resumed): void => {
      clearTimeout(timer);
      meter.stop();
      options.signal.removeEventListener('abort', onAbort);
      resolve(result);
      secure.destroy();
      raw.destroy();
    };
    const onAbort = (): void => settle(failed);
    const timer = setTimeout(onAbort, HANDSHAKE_TIMEOUT_MS);
    const secure = connectForeign({
      socket: raw,
      secureContext: contextOf('usual', options.extraCa, options.group),
      servername: isAddress(options.host) ? '' : options.host,
      session: options.session,
      ALPNProtocols: [options.alpn ?? 'http/1.1'],
    });
    const meter = meterHandshake(secure, raw, onAbort);
    secure.once('secureConnect', () => {
      settle({ completed: true, refused: false, reused: secure.isSessionReused(), group: groupOf(secure) });
    });
    secure.on('error', (error: NodeJS.ErrnoException) => {
      settle({ ...failed, refused: /ALERT_(HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY)/u.test(error.code ?? '') });
    });
    secure.on('close', onAbort);
    options.signal.addEventListener('abort', onAbort, { once: true });
    if (options.signal.aborted) onAbort();
  });
}

function faultOf(error: Error & { reason?: unknown; code?: unknown }): string {
  const word =
    typeof error.reason === 'string' ? error.reason : typeof error.code === 'string' ? error.code : error.message;
  return word.replaceAll(/[^\x20-\x7e]/gu, ' ').slice(0, 80);
}

const contexts = new Map<string, SecureContext>();

/** A context with extra roots takes 20 ms to build: one of each kind per process. */
function contextOf(kind: ContextKind, extraCa: string | undefined, group: string | null = null): SecureContext {
  const key = `${kind} ${group ?? ''} ${extraCa ?? ''}`;
  const known = contexts.get(key);
  if (known) return known;
  const context = createSecureContext({
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.3',
    // Level 0 keeps weak keys and signatures out of the trust verdict; they are judged from the certificate.
    ciphers: 'DEFAULT:@SECLEVEL=0',
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
    ...(extraCa === undefined ? {} : { ca: [...rootCertificates, extraCa] }),
    // A hello with a post-quantum key share needs two TCP segments, which some old servers do not reassemble.
    ...(kind === 'small' ? { ecdhCurve: 'X25519:P-256:P-384' } : {}),
    ...(group === null ? {} : { ecdhCurve: group }),
    ...(kind === 'rsa' ? { sigalgs: RSA_ONLY } : {}),
  });
  contexts.set(key, context);
  return context;
}

const RSA_ONLY = ['rsa_pss_rsae', 'rsa_pkcs1']
  .flatMap((scheme) => ['sha256', 'sha384', 'sha512'].map((hash) => `${scheme}_${hash}`))
  .concat('rsa_pkcs1_sha1')
  .join(':');
