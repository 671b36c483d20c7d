import { beforeAll, describe, expect, it } from 'vitest';
import { json, type Service } from './service.ts';

interface HeaderEntry {
  present: boolean;
  value: string | null;
  status: string;
  severity: string;
  deduction: number;
  explanation: string;
  fix: string | null;
  note: string | null;
}
interface Section {
  checks: { id: string; status: string; deduction: number; fix: string | null; note: string | null }[];
}
type Report = Record<string, unknown> & {
  score: number;
  grade: string;
  headers: Record<string, HeaderEntry>;
  issue_counts?: Record<string, number>;
  score_caps: { max_score: number }[];
};

const COMMON = [
  'url',
  'final_url',
  'status_code',
  'grade',
  'score',
  'pro_locked',
  'headers',
  'tls',
  'dns',
  'security_txt',
  'cors',
  'server_fingerprint',
  'page_analysis',
];
const SECTIONS = ['tls', 'dns', 'security_txt', 'cors', 'server_fingerprint', 'page_analysis'];
const PRO_SECTIONS = [...SECTIONS, 'redirects', 'cookies', 'cross_origin'];

const sectionsOf = (report: Report, names: string[]) => names.map((name) => report[name] as Section);

export function resources(service: () => Service): void {
  let free: Report;
  let pro: Report;
  let perfect: Report;
  beforeAll(async () => {
    const { freeScan, proScan } = service();
    const scans = [freeScan({ url: 'messy.test' }), proScan('messy.test'), proScan('perfect.test')];
    [free, pro, perfect] = (await Promise.all(scans.map(async (scan) => json(await scan)))) as [Report, Report, Report];
  });

  describe('2.1 Scan report', () => {
    it('free: every field of the column, cookies and cross_origin omitted', () => {
      expect(Object.keys(free)).toEqual(expect.arrayContaining([...COMMON, 'issue_counts']));
      expect(free).not.toHaveProperty('cookies');
      expect(free).not.toHaveProperty('cross_origin');
      expect(free['pro_locked']).toBe(true);
    });

    it('Pro: every field of the column, issue_counts not listed', () => {
      expect(Object.keys(pro)).toEqual(expect.arrayContaining([...COMMON, 'cookies', 'cross_origin']));
      expect(pro).not.toHaveProperty('issue_counts');
      expect(pro['pro_locked']).toBe(false);
    });

    it('both contain the target, time, duration and engine', () => {
      for (const report of [free, pro]) {
        expect(report).toMatchObject({
          scan_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          scanned_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/) as string,
          duration_ms: expect.any(Number) as number,
          engine_version: expect.any(String) as string,
        });
      }
    });

    it('contains the normalized and the final URL', () => {
      expect(free).toMatchObject({ url: 'https://messy.test/', final_url: 'https://messy.test/', status_code: 200 });
    });

    it('counts the issues: the total is the sum, and every issue costs points', () => {
      const { critical = 0, important = 0, minor = 0, total } = free.issue_counts ?? {};
      expect(total).toBe(critical + important + minor);
      expect(total).toBeGreaterThan(5);
    });

    it('strips the fixes of headers and DNS to null in the free column, and only there', () => {
      expect(
        Object.values(free.headers)
          .map(({ fix }) => fix)
          .filter((fix) => fix !== null),
      ).toEqual([]);
      const freeDns = free['dns'] as Section;
      expect(freeDns.checks.map(({ fix }) => fix).filter((fix) => fix !== null)).toEqual([]);
      expect(Object.values(pro.headers).some(({ fix }) => fix !== null)).toBe(true);
      expect((pro['dns'] as Section).checks.some(({ fix }) => fix !== null)).toBe(true);
    });

    it('contains evidence and a checks array of one shape in every section', () => {
      for (const section of sectionsOf(pro, PRO_SECTIONS)) {
        expect(section.checks.length).toBeGreaterThan(0);
        for (const check of section.checks) {
          expect(Object.keys(check).toSorted()).toEqual(
            [
              'deduction',
              'evidence',
              'explanation',
              'fix',
              'id',
              'note',
              'outcome',
              'severity',
              'status',
              'title',
            ].toSorted(),
          );
        }
      }
    });

    it('gives free and Pro the same verdicts', () => {
      expect([free.score, free.grade]).toEqual([pro.score, pro.grade]);
      const verdicts = (report: Report) =>
        Object.entries(report.headers).map(([name, { status, deduction }]) => [name, status, deduction]);
      expect(verdicts(free)).toEqual(verdicts(pro));
    });
  });

  describe('2.2 Header object', () => {
    it('has exactly the fields of the table, and the outcome with its title', () => {
      for (const entry of Object.values(pro.headers)) {
        expect(Object.keys(entry).toSorted()).toEqual(
          [
            'deduction',
            'explanation',
            'fix',
            'note',
            'outcome',
            'present',
            'severity',
            'status',
            'title',
            'value',
          ].toSorted(),
        );
      }
    });

    it('is keyed by header name and covers missing headers as well as those sent', () => {
      expect(pro.headers['Content-Security-Policy']).toMatchObject({ present: true });
      expect(pro.headers['Content-Security-Policy']?.value).toContain("default-src * 'unsafe-inline'");
      expect(pro.headers['Permissions-Policy']).toMatchObject({ present: false, value: null, status: 'missing' });
    });

    it('deducts points exactly when the status is not good, explains every entry, adds a note to weak and warn', () => {
      for (const report of [pro, perfect]) {
        for (const [name, entry] of Object.entries(report.headers)) {
          const what = `${name} is ${entry.status}`;
          expect(['good', 'missing', 'weak', 'warn', 'bad'], what).toContain(entry.status);
          expect(['critical', 'important', 'minor'], what).toContain(entry.severity);
          expect(Number.isInteger(entry.deduction), what).toBe(true);
          if (entry.status === 'good') expect(entry.deduction, what).toBe(0);
          else expect(entry.deduction, what).toBeGreaterThan(0);
          expect(entry.explanation.length, what).toBeGreaterThan(20);
          if (entry.status === 'weak' || entry.status === 'warn') expect(entry.note, what).toEqual(expect.any(String));
          if (!entry.present) expect(entry.value, what).toBeNull();
          else expect(entry.value, what).not.toBeNull();
        }
      }
    });
  });

  describe('2.3 Grade scale', () => {
    const gradeOf = (score: number) =>
      score >= 90 ? 'A+' : score >= 80 ? 'A' : score >= 70 ? 'B' : score >= 60 ? 'C' : score >= 50 ? 'D' : 'F';

    it('grades by the score, which anyone can recompute from the deductions and caps of the Pro report', () => {
      for (const report of [pro, perfect]) {
        const deductions = [
          ...Object.values(report.headers).map(({ deduction }) => deduction),
          ...sectionsOf(report, PRO_SECTIONS).flatMap(({ checks }) => checks.map(({ deduction }) => deduction)),
        ];
        const plain = Math.max(0, 100 - deductions.reduce((sum, points) => sum + points, 0));
        const score = Math.min(plain, ...report.score_caps.map(({ max_score: max }) => max));
        expect(report.score).toBe(score);
        expect(report.grade).toBe(gradeOf(score));
      }
    });

    it('distinguishes a good site from a bad one', () => {
      expect(perfect.score).toBeGreaterThanOrEqual(80);
      expect(pro.score).toBeLessThan(50);
    });

    it('caps a certificate that no browser accepts at F', async () => {
      const report = (await json(await service().proScan('expired.test'))) as Report;
      expect(report.grade).toBe('F');
      expect(report.score_caps.length).toBeGreaterThan(0);
    });
  });
}
