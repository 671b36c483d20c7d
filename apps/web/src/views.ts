import { failure } from './views/failure.tsx';
import { home } from './views/home.tsx';
import { report } from './views/report.tsx';

/** Every page by name. A new page is one file in `views/` and one line here. */
export const views = { home, failure, report } as const;

export type PageName = keyof typeof views;
export type PageProps<N extends PageName> = Parameters<(typeof views)[N]>[0];
