import { ALL_FRAMEWORKS } from '@palisade/compliance/frameworks';
import { describe, expect, it } from 'vitest';
import { assessReport } from '../src/assess-report.ts';
import { judge } from '../src/judge.ts';
import { readRecorded, recordedSites } from './recorded.ts';

const frameworks = ALL_FRAMEWORKS.map(({ id }) => id);

/** The rows without an observation against each site, with the widest scope and all frameworks. */
const GREEN: Readonly<Record<string, readonly string[]>> = {
  'bare.test': [],
  'cookies.test': ['iso27001-2022 A.8.12', 'pci-dss-4.0.1 2.2.5'],
  'cors.test': [],
  'expired.test': [],
  'http-only.test': [],
  'messy.test': [],
  'mixed.test': [],
  'wrong-name.test': [],
};

describe('rows without an issue, for recorded sites', () => {
  it.each(Object.keys(GREEN))('%s', (site) => {
    const report = judge(readRecorded(site).evidence, site);
    const { frameworks: assessed } = assessReport(report, {
      scope: { card_data: 'own_page', personal_data: true },
      frameworks,
    });
    const green = assessed.flatMap(({ framework, rows }) =>
      rows.filter(({ state }) => state === 'no issue observed').map(({ control }) => `${framework.id} ${control}`),
    );
    expect(green.toSorted()).toEqual(GREEN[site]);
  });

  it('are tested for every site with a fault that lowers its grade', () => {
    const bad = recordedSites().filter((site) => ['C', 'D', 'F'].includes(readRecorded(site).grade));
    expect(bad.filter((site) => GREEN[site] === undefined)).toEqual([]);
  });
});
