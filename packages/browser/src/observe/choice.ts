import { MOST_HASHES, type BuildOptions, type InlineUse, type PageUse } from '@palisade/scanner/parse/csp/build';
import { NONCE_PLACEHOLDER } from '@palisade/scanner/parse/csp/clean';
import type { BrowserScript } from '@palisade/scanner/evidence/browser';
import type { Loaded } from './load.ts';
import { inlineUses, UNKNOWN_HANDLER } from './page-use.ts';
import type { AlreadyBlocked } from './already-blocked.ts';
import { servedParts } from './stamp.ts';
import type { SeenViolation } from './watch.ts';

export const PLACEHOLDER = NONCE_PLACEHOLDER.slice("'nonce-".length, -1);

/** What decides about the scripts and styles of a page, and what each load under it adds. */
export class Choice implements BuildOptions {
  scripts: BuildOptions['scripts'];
  readonly nonce = PLACEHOLDER;
  readonly extraHashes = new Set<string>();
  readonly changing = new Map<string, string[]>();
  readonly #made: readonly InlineUse[];
  readonly #known: ReadonlySet<string | null>;

  /**
   * Hosts and hashes need only the header. If third parties load third parties, or if code runs
   * that has no web address, only propagated trust works. If there are more parts than anyone maintains hashes for, a nonce.
   */
  constructor({ inline }: PageUse, scripts: readonly BrowserScript[], html: string) {
    const { hashes: served, nonces } = servedParts(html);
    const own = inline.filter(({ directive }) => directive.endsWith('-elem'));
    this.#known = new Set(own.map(({ hash }) => hash));
    // If the server writes nonces, scripts may know theirs. What does not is found by the load.
    this.#made = nonces.size > 0 ? [] : own.filter(({ hash }) => hash !== null && !served.has(hash));
    const files = scripts.filter(({ kind }) => kind === 'file');
    const passedOn = files.filter(({ party, by_url: by }) => party === 'cross-site' && by !== null).length >= 2;
    const made = files.some(({ url }) => /^(?:data|blob):/u.test(url ?? ''));
    const many = ['script-src-elem', 'style-src-elem'].some(
      (name) => own.filter(({ directive }) => directive === name).length > MOST_HASHES,
    );
    this.scripts = passedOn || made ? 'strict' : many ? 'nonce' : 'hashes';
    this.#hashesForNonce();
  }

  /** From a load under a policy that did not hold. */
  learn(
    { loads, value, lost }: { loads: readonly Loaded[]; value: string; lost: readonly string[] },
    refusedIn: (loaded: Loaded) => SeenViolation[],
    before: AlreadyBlocked,
  ): void {
    const wasStrict = this.scripts === 'strict';
    const unstable = new Map<string, string[]>();
    let refused = lost.length > 0;
    for (const loaded of loads) {
      const uses = inlineUses(loaded, before);
      for (const violation of refusedIn(loaded)) {
        if (violation.type === 'kURLViolation' && violation.directive === 'script-src-elem') refused = true;
        if (violation.type !== 'kInlineViolation' || (violation.hash !== null && value.includes(violation.hash)))
          continue;
        const { directive, hash } = violation;
        // The same in each load, and created by a script: no server can write a nonce there.
        if (hash !== null && this.scripts !== 'hashes' && this.#known.has(hash) && this.extraHashes.size < MOST_HASHES)
          this.extraHashes.add(hash);
        else unstable.set(directive, [...(unstable.get(directive) ?? []), ...culprits(violation, uses, value)]);
      }
    }
    const nonceHelps = this.scripts === 'hashes' && [...unstable.keys()].some((one) => one.endsWith('-elem'));
    for (const [directive, elements] of unstable)
      if (!nonceHelps || !directive.endsWith('-elem')) this.changing.set(directive, elements);
    if (nonceHelps || (wasStrict && (refused || unstable.has('script-src-elem')))) this.scripts = 'nonce';
    this.#hashesForNonce();
  }

  /** Found in advance what the server cannot give a nonce to: each load that only discovers it is a wasted trial. */
  #hashesForNonce(): void {
    if (this.scripts === 'hashes') return;
    const made = this.#made.filter(({ directive }) => this.scripts === 'nonce' || directive === 'style-src-elem');
    if (made.length > MOST_HASHES) return;
    for (const { hash } of made) if (hash !== null) this.extraHashes.add(hash);
  }
}

/** The elements that a violation may refer to. */
function culprits({ directive, hash }: SeenViolation, uses: readonly InlineUse[], value: string): string[] {
  const found = uses.filter(
    (use) =>
      use.directive === directive &&
      (hash === null ? use.hash === null || !value.includes(use.hash) : use.hash === hash),
  );
  return found.length > 0 ? found.map(({ element }) => element) : [UNKNOWN_HANDLER.element];
}
