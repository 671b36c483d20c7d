import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import frames from './frames.ts';

it.each<[string, string]>([
  ['<iframe src=/w sandbox="allow-scripts allow-same-origin"></iframe>', 'void'],
  ['<iframe src=/w sandbox="allow-scripts"></iframe>', 'good'],
  ['<iframe src=https://o.test sandbox="allow-scripts allow-same-origin"></iframe>', 'good'],
  ['<iframe src=https://o.test></iframe>', 'third_party'],
  ['<iframe src=/own></iframe>', 'good'],
  ['<iframe srcdoc="<p>" src=https://o.test></iframe>', 'none'],
])('%s: %s', (html, outcome) => {
  expect(judged(frames, { page: pageOf(html) })?.outcome).toBe(outcome);
});
