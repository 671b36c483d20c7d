import type { CspPolicy } from './policy.ts';
import { parseSource, type CspSource } from './source.ts';

/** Number of base64 characters of a digest without padding (CSP3 §2.3.1). */
const LETTERS: Readonly<Record<string, number>> = { sha256: 43, sha384: 64, sha512: 86 };
/** `localhost` and IP addresses. Of the addresses, only 127.0.0.1 can match (CSP3 §6.7.2.9). */
const MACHINE = /^(?:(?:.+\.)?localhost|(?:\d{1,3}\.){3}\d{1,3})$/u;

const MADE = /^(?:blob|filesystem)$/u;

export interface OddSources {
  /** Hashes with an impossible length. They match nothing. */
  brokenHashes: string[];
  /** Local machines: left over from development, or never matched. */
  machines: string[];
  /** `data:` for styles: an injected element can carry its own style sheet. */
  dataStyles: string[];
  /** `data:` for frames: an injected frame can carry its own page. */
  dataFrames: string[];
  /** `blob:` and `filesystem:` for scripts: code that scripts of the page assemble. */
  madeScripts: string[];
  /** `https://a.example/*.js`: only the host may have a wildcard (CSP3 §2.3.1). */
  starPaths: string[];
  /** `https://a.example:99999` */
  badPorts: string[];
  /** Keywords for scripts where no script is loaded: `style-src 'strict-dynamic'`, `img-src 'unsafe-inline'`. */
  misplaced: string[];
}

/** Expressions that are well formed but do not do what they seem to do. */
export function oddSources(policies: readonly CspPolicy[]): OddSources {
  const odd: OddSources = {
    brokenHashes: [],
    machines: [],
    dataStyles: [],
    dataFrames: [],
    madeScripts: [],
    starPaths: [],
    badPorts: [],
    misplaced: [],
  };
  for (const { directives } of policies) {
    for (const [directive, tokens] of directives) {
      if (!directive.endsWith('-src') && !/-(?:elem|attr)$/u.test(directive)) continue;
      odd.misplaced.push(...tokens.filter((token) => isMisplaced(directive, token)).map((t) => `${directive} ${t}`));
      for (const token of tokens) place(odd, directive, token, parseSource(token));
    }
  }
  return odd;
}

function place(odd: OddSources, directive: string, token: string, source: CspSource): void {
  const line = `${directive} ${token}`;
  if (source.kind === 'hash' && source.value.replace(/=+$/u, '').length !== LETTERS[source.algorithm])
    odd.brokenHashes.push(line);
  else if (source.kind === 'host' && source.path?.includes('*')) odd.starPaths.push(line);
  else if (source.kind === 'host' && isImpossible(source.port)) odd.badPorts.push(line);
  else if (source.kind === 'host' && MACHINE.test(source.host)) odd.machines.push(line);
  else if (source.kind === 'scheme' && source.scheme === 'data' && /^style-src(?:-elem)?$/u.test(directive))
    odd.dataStyles.push(line);
  else if (source.kind === 'scheme' && source.scheme === 'data' && /^(?:frame|child)-src$/u.test(directive))
    odd.dataFrames.push(line);
  else if (source.kind === 'scheme' && MADE.test(source.scheme) && /^script-src(?:-elem)?$/u.test(directive))
    odd.madeScripts.push(line);
}

function isImpossible(port: string | null): boolean {
  return port !== null && port !== '*' && (Number(port) === 0 || Number(port) > 65_535);
}

/** Keywords that only scripts obey, and those that scripts and styles do (CSP3 §2.3.1, §6.1). */
const OF_SCRIPTS = /^'(?:strict-dynamic|unsafe-eval|wasm-unsafe-eval|trusted-types-eval)'$/iu;
const OF_CODE = /^'(?:unsafe-inline|unsafe-hashes|nonce-.*|sha(?:256|384|512)-.*)'$/iu;

function isMisplaced(directive: string, token: string): boolean {
  if (/^(?:default|script|worker|child)-src/u.test(directive)) return false;
  return OF_SCRIPTS.test(token) || (!directive.startsWith('style-src') && OF_CODE.test(token));
}
