import type { TlsAttack } from '@palisade/report/sections/tls';
import type { TlsEvidence } from '../../evidence/tls.ts';

type Tristate = boolean | null;

/**
 * The attacks that have names, by what exposes a server to them. Those that need malformed records or a guess at a secret
 * are not tested by design: a scan sends nothing that could harm.
 */
export function attacksOn(tls: TlsEvidence): TlsAttack[] {
  const { versions, suite_classes: classes, dh_bits: prime } = tls;
  const suites = Object.values(tls.suites).flat();
  const offers = (pattern: RegExp): string => suites.find((suite) => pattern.test(suite)) ?? 'a suite of that kind';
  const cbcBelow11 = both(versions['TLS 1.0'] ?? null, anyOf(classes.ecdhe_cbc, classes.dhe_cbc, classes.static_cbc));
  const staticRsa = anyOf(classes.static_aead, classes.static_cbc);
  return [
    told('DROWN', versions.SSLv2 ?? null, 'SSL 2.0 is accepted'),
    told('POODLE', versions.SSLv3 ?? null, 'SSL 3.0 is accepted'),
    told('FREAK', classes.export ?? null, `${offers(/^TLS_RSA_EXPORT/u)} is accepted`),
    told(
      'LOGJAM',
      logjam(tls),
      prime === null ? 'EXPORT suites are accepted' : `Diffie-Hellman prime of ${prime} bits`,
    ),
    told('SWEET32', classes.block64 ?? null, `${offers(/3DES|IDEA/u)} is accepted`),
    told('RC4 biases', classes.rc4 ?? null, `${offers(/RC4/u)} is accepted`),
    told('BEAST', cbcBelow11, 'TLS 1.0 with CBC suites is accepted; clients since 2012 split records against it'),
    told('CRIME', tls.compression, 'TLS compression is on'),
    told('Insecure renegotiation', inverse(tls.secure_renegotiation), 'RFC 5746 is not supported'),
    staticRsa === false
      ? { name: 'ROBOT', state: 'not_exposed', by: null }
      : untested('ROBOT', 'Suites with static RSA are accepted; whether their padding errors differ is not tried.'),
    untested('BREACH', 'It needs a page that repeats a secret beside what a visitor sent.'),
    untested('Heartbleed', 'Its probe reads memory of the server.'),
    untested('CCS injection', 'Its probe sends messages out of order.'),
    untested('Ticketbleed', 'Its probe reads memory of the server.'),
  ];
}

function told(name: string, exposed: Tristate, by: string): TlsAttack {
  if (exposed === null) return { name, state: 'unknown', by: null };
  return { name, state: exposed ? 'exposed' : 'not_exposed', by: exposed ? by : null };
}

function untested(name: string, by: string): TlsAttack {
  return { name, state: 'not_tested', by };
}

function logjam({ suite_classes: classes, dh_bits: prime }: TlsEvidence): Tristate {
  if (prime !== null) return prime < 2048 || classes.export === true;
  const ephemeral = anyOf(classes.dhe_aead, classes.dhe_cbc, classes.export);
  return ephemeral === false ? false : classes.export === true ? true : null;
}

function anyOf(...states: readonly (Tristate | undefined)[]): Tristate {
  if (states.includes(true)) return true;
  return states.every((state) => state === false) ? false : null;
}

function both(one: Tristate, other: Tristate): Tristate {
  if (one === false || other === false) return false;
  return one === true && other === true ? true : null;
}

function inverse(state: Tristate): Tristate {
  return state === null ? null : !state;
}
