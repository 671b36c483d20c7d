import { compliance } from './views/compliance.tsx';
import { account } from './views/account.tsx';
import { changelog } from './views/changelog.tsx';
import { check } from './views/check.tsx';
import { checks } from './views/checks.tsx';
import { failure } from './views/failure.tsx';
import { home } from './views/home.tsx';
import { leaderboard } from './views/leaderboard.tsx';
import { legal } from './views/legal.tsx';
import { method } from './views/method.tsx';
import { payment } from './views/payment.tsx';
import { pricing } from './views/pricing.tsx';
import { purchase } from './views/purchase.tsx';
import { report } from './views/report.tsx';
import { site } from './views/site.tsx';
import { verify } from './views/verify.tsx';

/** Every page by name. A new page is one file in `views/` and one line here. */
export const views = {
  home,
  failure,
  report,
  checks,
  check,
  method,
  changelog,
  leaderboard,
  site,
  verify,
  pricing,
  purchase,
  account,
  payment,
  compliance,
  legal,
} as const;

export type PageName = keyof typeof views;
export type PageProps<N extends PageName> = Parameters<(typeof views)[N]>[0];
