import { importCode } from './import-code.ts';
import { PAGE_LIMITS } from './page-limits.ts';
import type { ResourceReference } from './page-resources.ts';

const MAX_TEXT = 65_536;
const MAX_ENTRIES = 200;

/**
 * The modules that a page's inline code imports, and those that its import maps offer to the modules it loads
 * (HTML §8.1.6.2). URLs are resolved against the base at the position of each element.
 */
export class ImportMaps {
  readonly #mapped = new Map<string, string>();
  readonly #scoped = new Set<string>();
  readonly #targets = new Set<string>();
  readonly #integrity = new Map<string, string>();
  readonly #imports: { specifier: string; base: string }[] = [];
  /** A module file, or `import(name)`: what it imports is not known. */
  #importsUnseen = false;

  /** One `<script type=importmap>`. What cannot be parsed is ignored, as browsers do. */
  map(text: string, base: string): void {
    const map = parsed(text);
    for (const [specifier, url] of entries(map['imports'])) {
      const target = this.#targetOf(url, base);
      const key = addressOf(specifier, base) ?? specifier;
      // The first map that has a specifier decides.
      if (target !== null && this.#mapped.size < MAX_ENTRIES && !this.#mapped.has(key)) this.#mapped.set(key, target);
    }
    for (const scope of Object.values(objectOf(map['scopes'])))
      for (const [specifier, url] of entries(scope)) {
        const target = this.#targetOf(url, base);
        if (target !== null && !specifier.endsWith('/') && this.#scoped.size < MAX_ENTRIES) this.#scoped.add(target);
      }
    for (const [url, hash] of entries(map['integrity'])) {
      const target = addressOf(url, base);
      if (target !== null && this.#integrity.size < MAX_ENTRIES && !this.#integrity.has(target))
        this.#integrity.set(target, hash.slice(0, PAGE_LIMITS.textLength));
    }
  }

  #targetOf(url: string, base: string): string | null {
    const target = addressOf(url, base);
    if (target !== null && this.#targets.size < MAX_ENTRIES) this.#targets.add(target);
    return target;
  }

  /** Every file and folder that the maps name, whether a module imports it or not. */
  targets(): string[] {
    return [...this.#targets];
  }

  /** A script file that runs as a module. */
  file(): void {
    this.#importsUnseen = true;
  }

  /** An inline script. Classic scripts have `import()` only. */
  code(text: string, isModule: boolean, base: string): void {
    if (!text.includes('import') && !text.includes('export')) return;
    const plain = importCode(text.slice(0, MAX_TEXT));
    const add = (specifier: string | undefined): void => {
      if (specifier && this.#imports.length < MAX_ENTRIES) this.#imports.push({ specifier, base });
    };
    if (isModule) for (const [, specifier] of plain.matchAll(STATIC)) add(specifier);
    for (const [, literal, rest] of plain.matchAll(DYNAMIC)) {
      if (literal === undefined || rest === '+') this.#importsUnseen = true;
      else if (rest !== ',') add(literal);
    }
  }

  /** Hashes of modules that have no integrity attribute, by URL. */
  get integrity(): ReadonlyMap<string, string> {
    return this.#integrity;
  }

  modules(): ResourceReference[] {
    const found = new Map<string, 'import' | 'import map'>();
    for (const { specifier, base } of this.#imports) {
      const url = this.#resolve(specifier, base);
      if (url !== null) found.set(url, 'import');
    }
    const offered = [...this.#mapped].flatMap(([key, url]) => (key.endsWith('/') ? [] : [url]));
    for (const url of this.#importsUnseen ? [...offered, ...this.#scoped] : [])
      if (!found.has(url)) found.set(url, 'import map');
    return [...found].map(([value, element]) => ({ value, element, kind: 'script', upgradeable: false, module: true }));
  }

  /** HTML "resolve a module specifier": an exact entry, then the longest prefix, then the URL itself. */
  #resolve(specifier: string, base: string): string | null {
    const url = addressOf(specifier, base);
    const key = url ?? specifier;
    const exact = this.#mapped.get(key);
    if (exact !== undefined) return exact;
    const [prefix = '', target] =
      [...this.#mapped]
        .filter(([one]) => one.endsWith('/') && key.startsWith(one))
        .toSorted(([one], [other]) => other.length - one.length)[0] ?? [];
    if (target === undefined) return url;
    return URL.parse(key.slice(prefix.length), target)?.href ?? null;
  }
}

/** `import a from "x"`, `import "x"`, `export * from "x"` at the beginning of a statement. Style sheets and JSON run nothing. */
const STATIC =
  /(?:^|[;}\n])\s{0,40}(?:import|export)\b(?:[^"'`;()=]{0,600}?\bfrom)?\s{0,20}["']([^"'\n]{1,300})["'](?!\s{0,9}(?:with|assert)\b)/gu;
/** `import("x")`, `import(name)` */
const DYNAMIC = /\bimport\s{0,4}\(\s{0,20}(?:["'`]([^"'`\n$]{1,300})["'`]\s{0,9}([,)+]))?/gu;

function parsed(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text.slice(0, MAX_TEXT)));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function entries(value: unknown): [string, string][] {
  return Object.entries(objectOf(value)).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : []));
}

/** HTML "resolve a URL-like module specifier". Null for a bare name, and for what is no http(s) URL. */
function addressOf(text: string, base: string): string | null {
  const url = /^\.{0,2}\//u.test(text) ? URL.parse(text, base) : URL.parse(text);
  return url && /^https?:$/u.test(url.protocol) ? url.href : null;
}
