import type { ReactNode } from 'react';
import type { Language } from './words/language.ts';
import type { Words } from './words/en.ts';

/** What every page is rendered with: the service and the request, not the page's own content. */
export interface Frame {
  /** SERVICE_NAME, used wherever a page names the service. */
  serviceName: string;
  /** Address at which visitors reach the service, without a trailing slash. */
  baseUrl: string;
  /** Path of this request, without its query. */
  path: string;
  language: Language;
  /** Whether this address itself selects the language. */
  asked: boolean;
  /** The browser's preferred language, until the visitor has chosen one: offered, but never applied by itself. */
  offered: Language | null;
  /** Address of this page in a language, with its query. */
  inLanguage: (language: Language) => string;
  /** Hashed addresses of the built files; empty if nothing is built. */
  assets: Assets;
}

export interface Assets {
  styles: readonly string[];
  scripts: readonly string[];
}

/** What a view gets in addition to its own properties. */
interface ViewContext {
  frame: Frame;
  words: Words;
}

/** What a view returns; the shell adds the rest. */
export interface Page {
  /** Without the service's name, which the shell adds. */
  title: string;
  description: string;
  body: ReactNode;
  /** Kept out of search engines: reports, accounts, errors. */
  noindex?: boolean;
  /** Path of a preview image for links in messages and social networks, 1200 by 630 pixels. */
  image?: { path: string; alt: string };
  /** Language of the body if it is not the visitor's (an untranslated page). */
  bodyLanguage?: Language;
  /** For pages with wide tables. */
  wide?: boolean;
}

/** A page as a pure function of its properties. */
export type View<P> = (props: P, context: ViewContext) => Page;
