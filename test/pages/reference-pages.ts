import { expect, it } from 'vitest';
import { openPage, type Running } from './running.ts';

const DESK = { width: 1200, height: 900 };

/** Reference pages, each used as a visitor uses it. */
export function referencePages(running: () => Running, report: () => string): void {
  const idOf = () => report().split('/').at(-1);

  it('leads from the leaderboard to a host, its history, and what changed', async () => {
    const { page, complaints } = await openPage(running(), '/leaderboard', DESK);
    await page.getByLabel('Host contains').fill('SHOP');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'shop.example' }).click();
    expect(await page.textContent('h1')).toBe('shop.example');
    await page.getByLabel('Compare').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await page.textContent('#changes')).toContain('the score stayed at');
    expect(await page.getByRole('img', { name: /^Score from \d+ to \d+, 2 results$/ }).count()).toBe(1);
    await page.getByRole('link', { name: 'Scan it now' }).click();
    expect(await page.inputValue('#url')).toBe('shop.example');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('leads from all checks to one, whose configuration can be copied', async () => {
    const { page } = await openPage(running(), '/checks', DESK);
    await page.getByRole('link', { name: 'Strict-Transport-Security', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe('/checks/headers/strict-transport-security');
    expect(await page.getByRole('table').textContent()).toMatch(/HSTS lasts/);
    await page.getByRole('button', { name: /^Copy nginx: / }).click();
    await expect.poll(() => page.textContent('#announcer')).toBe('Copied to the clipboard.');
    await page.close();
  });

  it('shows saved evidence and a changed report, without scripts and without a scan', async () => {
    const { stack, browser } = running();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const open = async (text: string) => {
      await page.goto(new URL('/open', stack.baseUrl).href);
      await page.setInputFiles('#file', { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      await page.getByRole('button', { name: 'Open' }).click();
      return (await page.textContent('main')) ?? '';
    };
    const kept = async (part: string) => (await fetch(new URL(`/api/reports/${idOf()}${part}`, stack.baseUrl))).text();
    const [json, evidence] = await Promise.all([kept(''), kept('/evidence')]);
    const { grade, score, evidence_sha256: hash } = JSON.parse(json) as Record<string, string>;
    const judged = await open(evidence);
    expect(judged).toContain('evaluated just now without a new scan');
    expect(judged).toContain(`Grade ${grade}, ${score} of 100`);
    expect(judged).toContain(`evidence SHA-256 ${hash}`);
    expect(await open(json)).toContain('Its signature is valid');
    expect(await open(json.replace('"score":', '"score":1'))).toMatch(/signature does not match|not a report of this/);
    expect(await open('{}')).toContain('neither a report nor saved evidence');
    await context.close();
  });

  it('stays in Hindi once selected, and switches back to English', async () => {
    const { page } = await openPage(running(), report(), DESK);
    await page.getByRole('link', { name: 'हिन्दी' }).click();
    expect(await page.textContent('h1')).toMatch(/^ग्रेड /);
    expect(await page.textContent('main')).toContain('रीडायरेक्ट की शृंखला');
    await page.goto(new URL('/', running().stack.baseUrl).href);
    expect(await page.getAttribute('html', 'lang')).toBe('hi');
    await page.getByRole('link', { name: 'English' }).click();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await page.close();
  });
}
