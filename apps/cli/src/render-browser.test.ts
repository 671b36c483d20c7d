import { judge } from '@palisade/scanner/judge';
import { have } from '@palisade/scanner/evidence/gathered';
import { expect, it } from 'vitest';
import { browserOf, policyTrial } from '../../../packages/scanner/test/browser-evidence.ts';
import { evidenceWith } from '../../../packages/scanner/test/evidence.ts';
import { renderReport } from './render-report.ts';
import { siteReport } from './scanning/site-report.ts';

it('shows what was tried and what happened, with the policy to copy', () => {
  const seen = {
    ...browserOf({
      trials: [policyTrial({ value: "default-src 'none'; script-src 'self'", in_the_way: ['style#a'] })],
    }),
    cut: 'the time was over',
  };
  const report = siteReport(judge({ ...evidenceWith({}), browser: have(seen) }, ''), '');
  const text = renderReport(report).map(String).join('\n');
  const flat = text.replaceAll(/\s+/gu, ' ');
  expect(flat).toMatch(
    /✓ Content-Security-Policy: Loaded twice in Chromium \d+ under this policy: no violation, the same 41 requests\./u,
  );
  expect(flat).toContain('In the way: style#a');
  expect(flat).toContain('incomplete: the time was over');
  expect(text).toContain("      default-src 'none'; script-src 'self'");
});

it('does not mention browsers if none was requested', () => {
  expect(renderReport(siteReport(judge(evidenceWith({}), ''), '')).join(' ')).not.toContain('browser:');
});
