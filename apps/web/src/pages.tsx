import { renderToStaticMarkup } from 'react-dom/server';
import type { Frame } from './frame.ts';
import { Shell } from './shell/shell.tsx';
import { views, type PageProps, type PageName } from './views.ts';
import { wordsIn } from './words/words.ts';

export type { Assets, Frame } from './frame.ts';
export type { Report } from './report/report.ts';
export type { NextStep } from './views/failure.tsx';
export type { PageName, PageProps } from './views.ts';
export { fromAcceptLanguage, isLanguage, type Language } from './words/language.ts';

/** Renders a page as a complete document. Static markup: nothing is hydrated, scripts only add to it. */
export function renderPage<N extends PageName>(name: N, props: PageProps<N>, frame: Frame): string {
  const words = wordsIn(frame.language);
  const page = views[name](props as never, { frame, words });
  return `<!doctype html>${renderToStaticMarkup(<Shell page={page} frame={frame} words={words} />)}`;
}
