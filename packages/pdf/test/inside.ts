import { expect } from 'vitest';
import { PAGE } from '../src/theme.ts';
import type { Pdf } from './poppler.ts';

/** Text stays inside the margins and above the footer: a block that is higher than measured would run into it. */
export function expectInside({ extent }: Pdf): void {
  expect(extent.right).toBeLessThanOrEqual(PAGE.width - PAGE.margin + 1);
  expect(extent.bottom).toBeLessThanOrEqual(PAGE.height - PAGE.bottom + 1);
}
