import { expect, it } from 'vitest';
import { ENGINE_VERSION } from '../src/engine-version.ts';
import { engineVersions, outcomes, reviewedOutcomes, verdictDigest } from './verdict-lock.ts';

// A difference is a changed verdict. If it is intended, run `npm run verdicts`, so that a reviewer sees it.
it('every outcome has its reviewed title, status, severity, deduction, cap and weakness', () => {
  expect(outcomes()).toEqual(reviewedOutcomes());
});

it('verdicts change only with the engine version', () => {
  const versions = engineVersions();
  expect(versions.at(-1)).toEqual({ engine: ENGINE_VERSION, verdicts: verdictDigest() });
  expect(new Set(versions.map(({ engine }) => engine)).size).toBe(versions.length);
});
