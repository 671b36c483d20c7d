import { directiveOf } from '@palisade/scanner/parse/csp/build';
import type { Loaded } from './load.ts';
import { typeOf } from './requests.ts';
import type { SeenRequest, SeenViolation } from './watch.ts';

/**
 * What browsers block without our policies: by the policies in the site's headers or
 * markup, and as mixed content. No new policy allows it, and none is blamed for blocking it.
 */
export class AlreadyBlocked {
  readonly #violations: ReadonlySet<string>;
  readonly #mixed: ReadonlySet<string>;

  constructor({ watch }: Pick<Loaded, 'watch'>) {
    this.#violations = new Set(watch.violations.filter(({ reportOnly }) => !reportOnly).map(keyOf));
    this.#mixed = new Set(
      watch.mixed
        .filter(({ resolutionStatus }) => resolutionStatus === 'MixedContentBlocked')
        // For frames Chromium reports only the origin.
        .flatMap(({ insecureURL: url }) => [placeOf(url), URL.parse(url)?.origin ?? url]),
    );
  }

  has(violation: SeenViolation): boolean {
    if (this.#violations.has(keyOf(violation))) return true;
    const { blocked, type } = violation;
    return type === 'kURLViolation' && blocked !== null && this.#mixed.has(placeOf(blocked));
  }

  /** Event handlers in the markup do not run. */
  get refusesHandlers(): boolean {
    return this.#violations.has(key('kInlineViolation', 'script-src-attr', ''));
  }

  hasRequest(request: SeenRequest): boolean {
    const directive = directiveOf(typeOf(request)) ?? '';
    return this.hasLoad(directive, request.url);
  }

  hasLoad(directive: string, url: string): boolean {
    return this.#violations.has(key('kURLViolation', directive, placeOf(url))) || this.#mixed.has(placeOf(url));
  }
}

/** Handlers have no hash, and some run in one load, some in another. */
function keyOf({ type, directive, blocked, hash, source }: SeenViolation): string {
  if (type === 'kURLViolation') return key(type, directive, placeOf(blocked ?? ''));
  return key(type, directive, directive === 'script-src-attr' ? '' : (hash ?? source ?? ''));
}

function key(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** Counters in queries differ from load to load. */
function placeOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || parsed.origin === 'null') return url;
  return parsed.pathname === '/' ? parsed.origin : parsed.origin + parsed.pathname;
}
