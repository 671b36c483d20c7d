import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type * as pages from '@palisade/web/pages';

/** Where Vite puts the web app: files for browsers, and the module that renders pages. */
const DIST = new URL('../../../web/dist/', import.meta.url);

/** The module that renders pages, built or from source. */
export type Pages = typeof pages;

export interface BuiltPages {
  pages: Pages;
  assets: pages.Assets;
  /** Folder of the files that browsers load; null if there is none. */
  files: URL | null;
}

interface ManifestEntry {
  file: string;
  css?: string[];
  isEntry?: boolean;
}

/** @returns null if the web app is not built: the API also runs without pages */
export async function loadPages(): Promise<BuiltPages | null> {
  const module = new URL('server/pages.js', DIST);
  if (!existsSync(module)) return null;
  const files = new URL('client/', DIST);
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', files), 'utf8')) as Record<
    string,
    ManifestEntry
  >;
  const entries = Object.values(manifest).filter(({ isEntry }) => isEntry);
  return {
    pages: (await import(module.href)) as Pages,
    assets: {
      scripts: entries.map(({ file }) => `/${file}`),
      styles: entries.flatMap(({ css = [] }) => css.map((file) => `/${file}`)),
    },
    files,
  };
}
