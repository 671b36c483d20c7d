import type { ReactNode } from 'react';
import type { Language } from './words/language.ts';
import type { Words } from './words/en.ts';

/** What every page is drawn with: the service and the request, not the page's own subject. */
export interface Frame {
  /** SERVICE_NAME: stands wherever a page names the service. */
  serviceName: string;
  /** Address under which visitors reach the service, without a slash at the end. */
  baseUrl: string;
  /** Path of this request, without its query. */
  path: string;
  language: Language;
  /** The visitor asked for it with this very address. */
  asked: boolean;
  /** What the browser prefers, as long as the visitor has not chosen: offered, never taken for granted. */
  offered: Language | null;
  /** This page in a language, with its query. */
  inLanguage: (language: Language) => string;
  /** Hashed addresses of the built files; empty where nothing is built. */
  assets: Assets;
}

export interface Assets {
  styles: readonly string[];
  scripts: readonly string[];
}

/** What a view sees besides its own properties. */
interface ViewContext {
  frame: Frame;
  words: Words;
}

/** What a view answers; the shell puts the rest around it. */
export interface Page {
  /** Without the service's name, which the shell adds. */
  title: string;
  description: string;
  body: ReactNode;
  /** Kept out of search engines: reports, accounts, errors. */
  noindex?: boolean;
  /** Path of a picture for links in messages and networks, 1200 by 630. */
  image?: { path: string; alt: string };
  /** Language of the body where it is not the visitor's (a page that is not translated). */
  bodyLanguage?: Language;
  /** For pages with wide tables. */
  wide?: boolean;
}

/** A page as a pure function of its properties. */
export type View<P> = (props: P, context: ViewContext) => Page;
