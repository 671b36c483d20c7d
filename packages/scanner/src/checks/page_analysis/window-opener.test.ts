import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import windowOpener from './window-opener.ts';

it.each<[string, string]>([
  ['<a href=https://o.test target=_blank rel=opener>x</a>', 'opener'],
  ['<a href=https://o.test target=_blank rel="opener noopener">x</a>', 'good'],
  ['<a href=https://o.test target=_blank>x</a>', 'good'],
  ['<a href=https://o.test rel=opener>x</a>', 'good'],
  ['<a href=/own target=_blank rel=opener>x</a>', 'good'],
])('%s: %s', (html, outcome) => {
  expect(judged(windowOpener, { page: pageOf(html) })?.outcome).toBe(outcome);
});
