import { compliance } from './views/compliance.tsx';
import { complianceOrder } from './views/compliance-order.tsx';
import { account } from './views/account.tsx';
import { changelog } from './views/changelog.tsx';
import { changes } from './views/changes.tsx';
import { check } from './views/check.tsx';
import { checks } from './views/checks.tsx';
import { docs } from './views/docs.tsx';
import { desk } from './views/desk.tsx';
import { failure } from './views/failure.tsx';
import { home } from './views/home.tsx';
import { leaving } from './views/leaving.tsx';
import { leaderboard } from './views/leaderboard.tsx';
import { legal } from './views/legal.tsx';
import { method } from './views/method.tsx';
import { open } from './views/open.tsx';
import { payment } from './views/payment.tsx';
import { pricing } from './views/pricing.tsx';
import { purchase } from './views/purchase.tsx';
import { receipt } from './views/receipt.tsx';
import { report } from './views/report.tsx';
import { signIn } from './views/sign-in.tsx';
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
  changes,
  leaderboard,
  site,
  verify,
  open,
  pricing,
  purchase,
  receipt,
  account,
  sign_in: signIn,
  payment,
  compliance,
  desk,
  docs,
  compliance_order: complianceOrder,
  legal,
  leaving,
} as const;

export type PageName = keyof typeof views;
export type PageProps<N extends PageName> = Parameters<(typeof views)[N]>[0];
