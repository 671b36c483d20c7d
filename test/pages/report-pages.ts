import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDb } from '@palisade/db/client';
import { addHostResult } from '@palisade/db/host-results';
import { listHost } from '@palisade/db/listed-hosts';
import type { ScanReport } from '@palisade/report/report';
import { beforeAll, describe, expect, it } from 'vitest';
import { popplerMissing, readPdf } from '../../packages/pdf/test/poppler.ts';
import { referencePages } from './reference-pages.ts';
import { openPage, type Running } from './running.ts';
import { pageStates } from './states.ts';

const DESK = { width: 1200, height: 900 };

/** A report at its address, checked by axe in each state, and the reference pages. */
export function reportPages(running: () => Running): void {
  describe('report and reference pages', () => {
    let report: string;
    beforeAll(async () => {
      const { stack } = running();
      const token = (
        await stack.cli('tokens', 'create', '--kind', 'one-time', '--email', 'a@example.com')
      ).stdout.trim();
      const body = new URLSearchParams({ url: 'shop.test', credential: token });
      const answer = await fetch(new URL('/scan', stack.baseUrl), { method: 'POST', body, redirect: 'manual' });
      const databaseUrl = (await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim();
      const db = createDb(databaseUrl, { max: 1 });
      await listHost(db, 'shop.example');
      report = new URL(answer.headers.get('location') ?? '', stack.baseUrl).pathname;
      const kept = await fetch(new URL(`/api/reports/${report.split('/').at(-1)}`, stack.baseUrl));
      const result = (await kept.json()) as ScanReport;
      for (const day of ['2026-01-01', '2026-01-02'])
        await addHostResult(db, 'shop.example', { ...result, scanned_at: `${day}T00:00:00.000Z` });
      await db.$disconnect();
    });

    pageStates(running, () => report);
    referencePages(running, () => report);

    it('shows a report without scripts, with its evidence and links to the checks', async () => {
      const context = await running().browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(new URL(report, running().stack.baseUrl).href);
      const text = (await page.textContent('main')) ?? '';
      for (const part of ['Redirect chain', 'Certificate chain as sent', 'TLS 1.3', 'All headers of', 'Cookies'])
        expect(text).toContain(part);
      expect(await page.locator('button.copy:visible').count()).toBe(0);
      const about = page.locator('a[href^="/checks/"]');
      for (const href of new Set(
        await about.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')),
      )) {
        const answer = await fetch(new URL(href, running().stack.baseUrl));
        expect([href, answer.status]).toEqual([href, 200]);
      }
      await context.close();
    });

    it('shows what the reader selects, and prints every result', async () => {
      const { page } = await openPage(running(), report, DESK);
      const shown = () => page.locator('.finding:visible').count();
      const all = await page.locator('.finding').count();
      expect(await shown()).toBe(all);
      await page.getByRole('checkbox', { name: /^Good/ }).uncheck();
      const issues = await shown();
      expect(issues).toBeLessThan(all);
      expect(await page.locator('.finding[data-kind=good]:visible').count()).toBe(0);
      await page.emulateMedia({ media: 'print' });
      expect(await shown()).toBe(all);
      // Everything is collapsed, but only what found nothing and other servers' configuration is hidden from print.
      const hidden = await page
        .locator('details:not([open]) > :not(summary)')
        .evaluateAll(
          (elements) =>
            elements.filter(
              (element) =>
                element.tagName !== 'BUTTON' &&
                element.closest('.screen') === null &&
                element.closest(".finding[data-kind='good'], .snippets > details") === null &&
                element.textContent !== '' &&
                element.getBoundingClientRect().height === 0,
            ).length,
        );
      expect(hidden).toBe(0);
      await page.close();
    });

    it.skipIf(popplerMissing())(
      'prints from the first page on, including what is collapsed or filtered out',
      async () => {
        const { page } = await openPage(running(), report, DESK);
        await page.getByRole('checkbox', { name: /^Good/ }).uncheck();
        const title = await page.locator('.finding:visible .title').first().textContent();
        const { pages, text } = readPdf(await page.pdf({ format: 'A4' }));
        expect(pages[0]).toContain(title);
        const parts = ['Redirect chain', 'Certificate chain as sent', 'Named attacks', 'All headers of', 'nginx'];
        for (const part of [...parts, 'Certificate within its dates']) expect(text).toContain(part);
        for (const part of ['Scan again', 'Leaderboard', 'Copy', 'WordPress']) expect(text).not.toContain(part);
        // Each fix for every server took three pages: the printed report had 56.
        expect(pages.length).toBeLessThan(25);
        await page
          .locator('.snippets > details', { hasText: 'WordPress' })
          .first()
          .evaluate((one) => one.setAttribute('open', ''));
        expect(readPdf(await page.pdf({ format: 'A4' })).text).toContain('WordPress');
        await page.close();
      },
    );

    it('has labelled copy buttons, and says what to do without a clipboard', async () => {
      const { page } = await openPage(running(), report, DESK);
      const button = page.getByRole('button', { name: /^Copy Fix: / }).first();
      await button.evaluate((element) => element.closest('details')?.setAttribute('open', ''));
      await button.click();
      const said = () => page.textContent('#announcer');
      await expect.poll(said).toBe('Copied to the clipboard.');
      await page.evaluate(() => {
        // As on a page served over http, in a browser that has dropped the older command.
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.execCommand = () => false;
      });
      await button.click();
      await expect.poll(said).toContain('press Ctrl+C');
      expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(
        (await button.locator('xpath=preceding-sibling::pre').textContent())?.trim(),
      );
      await page.close();
    });

    it('is verified by the browser that has its file, changed or not', async () => {
      const { stack } = running();
      const { page } = await openPage(running(), '/verify', DESK);
      const json = await (await fetch(new URL(`/api/reports/${report.split('/').at(-1)}`, stack.baseUrl))).text();
      const verdict = async (text: string, name = 'report.json') => {
        await page.setInputFiles('#file', { name, mimeType: 'application/json', buffer: Buffer.from(text) });
        await page.getByRole('button', { name: 'Verify' }).click();
        await page.waitForSelector('#verdict p');
        return page.textContent('#verdict');
      };
      expect(await verdict(json)).toMatch(
        /^Genuine: .*shop\.test\/: grade [A-F]\+?, \d+ of 100, \d+ [A-Z][a-z]+ 20\d\d, [\d:]+ UTC$/,
      );
      expect(await verdict(json.replace('"grade":"', '"grade":"A+","was":"'))).toMatch(/^Altered: /);
      expect(await verdict('no report')).toMatch(/^The file could not be checked/);
      await page.close();
    });

    it('can be downloaded, also for a spreadsheet', async () => {
      const { stack } = running();
      const csv = await (await fetch(new URL(`${report}/findings.csv`, stack.baseUrl))).text();
      expect(csv.split('\r\n')[0]).toBe(
        'id,title,status,severity,deduction,explanation,fix,note,evidence,action,effort',
      );
      expect(csv).toContain('\r\nheaders/content-security-policy,');
      const id = report.split('/').at(-1);
      for (const file of ['', '/evidence']) {
        expect((await fetch(new URL(`/api/reports/${id}${file}`, stack.baseUrl))).status).toBe(200);
      }
    });
  });
}
