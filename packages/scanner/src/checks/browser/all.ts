import type { AnyCheck } from '../../check.ts';
import exposedTokens from './exposed-tokens.ts';
import formsElsewhere from './forms-elsewhere.ts';
import mixedContent from './mixed-content.ts';
import policyViolations from './policy-violations.ts';
import scriptIntegrity from './script-integrity.ts';
import sessionCookies from './session-cookies.ts';
import trackers from './trackers.ts';

/** None costs points: a score must not depend on whether a browser was available. */
export const browserChecks: readonly AnyCheck[] = [
  exposedTokens,
  sessionCookies,
  formsElsewhere,
  scriptIntegrity,
  mixedContent,
  policyViolations,
  trackers,
];
