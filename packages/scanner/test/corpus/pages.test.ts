import { expect, it } from 'vitest';
import { readPages, seenOf } from './pages.ts';

const answers = readPages();

it.each(answers)('$page: $what', (answer) => {
  const seen = seenOf(answer);
  expect(seen).toMatchObject({ page: answer.page });
  if (answer.page === 'site') expect(seen.reason).toBeNull();
  else expect(seen.reason).toMatch(/^The URL returned .+, not the site.*\.$/u);
});

it('contains many pages that only resemble others', () => {
  expect(answers.filter(({ page }) => page === 'site').length).toBeGreaterThan(100);
  expect(answers.filter(({ page }) => page !== 'site').length).toBeGreaterThan(180);
});
