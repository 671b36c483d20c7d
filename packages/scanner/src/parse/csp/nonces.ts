import { governing, parseCspHeader, type CspPolicy } from './policy.ts';
import { parseSource } from './source.ts';

const MAX_NONCES = 10;

/** The nonces that make a script trusted, without duplicates. */
export function scriptNonces(policies: readonly CspPolicy[]): string[] {
  const tokens = policies.flatMap((policy) =>
    ['script-src-elem', 'script-src'].flatMap((name) => governing(policy, name)?.sources ?? []),
  );
  const nonces = tokens.map(parseSource).flatMap((source) => (source.kind === 'nonce' ? [source.value] : []));
  return [...new Set(nonces)].slice(0, MAX_NONCES);
}

/** The same for the values of a header field. */
export function headerNonces(values: readonly string[]): string[] {
  if (!values.some((value) => /'nonce-/iu.test(value))) return [];
  return scriptNonces(parseCspHeader(values.map((value) => value.slice(0, 16_384))));
}
