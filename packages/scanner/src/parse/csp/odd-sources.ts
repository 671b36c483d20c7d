import type { CspPolicy } from './policy.ts';
import { parseSource, type CspSource } from './source.ts';

/** Letters of a digest in base64, padding left out (CSP3 §2.3.1). */
const LETTERS: Readonly<Record<string, number>> = { sha256: 43, sha384: 64, sha512: 86 };
/** `localhost` and addresses; of those CSP3 §6.7.2.9 lets only 127.0.0.1 match. */
const MACHINE = /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3})$/u;

const MADE = /^(?:blob|filesystem)$/u;

export interface OddSources {
  /** Hashes of a length that no digest has: nothing matches them. */
  brokenHashes: string[];
  /** Left over from development, or not matched at all. */
  machines: string[];
  /** `data:` for styles: an injected element brings its own style sheet. */
  dataStyles: string[];
  /** `data:` for frames: an injected frame brings its own page. */
  dataFrames: string[];
  /** `blob:` and `filesystem:` for scripts: code that scripts of the page put together. */
  madeScripts: string[];
}

/** Expressions that are well formed and do not do what they seem to. */
export function oddSources(policies: readonly CspPolicy[]): OddSources {
  const odd: OddSources = { brokenHashes: [], machines: [], dataStyles: [], dataFrames: [], madeScripts: [] };
  for (const { directives } of policies) {
    for (const [directive, tokens] of directives) {
      if (!directive.endsWith('-src') && !/-(?:elem|attr)$/u.test(directive)) continue;
      for (const token of tokens) place(odd, directive, token, parseSource(token));
    }
  }
  return odd;
}

function place(odd: OddSources, directive: string, token: string, source: CspSource): void {
  const line = `${directive} ${token}`;
  if (source.kind === 'hash' && source.value.replace(/=+$/u, '').length !== LETTERS[source.algorithm])
    odd.brokenHashes.push(line);
  else if (source.kind === 'host' && MACHINE.test(source.host)) odd.machines.push(line);
  else if (source.kind === 'scheme' && source.scheme === 'data' && /^style-src(?:-elem)?$/u.test(directive))
    odd.dataStyles.push(line);
  else if (source.kind === 'scheme' && source.scheme === 'data' && /^(?:frame|child)-src$/u.test(directive))
    odd.dataFrames.push(line);
  else if (source.kind === 'scheme' && MADE.test(source.scheme) && /^script-src(?:-elem)?$/u.test(directive))
    odd.madeScripts.push(line);
}
