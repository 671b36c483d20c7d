import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take tens of seconds, the longest first. One that is begun last would run alone while other processors rest. */
const LONGEST = [
  'test/pages/shop.test.ts',
  'test/pages/on-postgres.test.ts',
  'test/launcher.test.ts',
  'test/conformance/specification.test.ts',
  'test/pages/on-redis.test.ts',
  'test/simulation/background.test.ts',
  'test/simulation/scan-protocol.test.ts',
  'apps/scan-worker/src/scanner/scanner-pool.test.ts',
  'apps/api/src/scans/scan-line.test.ts',
  'packages/pdf/src/render.test.ts',
  'packages/pdf/src/render-extreme.test.ts',
  'apps/report-worker/src/kill-nine.test.ts',
  'packages/billing/src/billing.model.test.ts',
  'packages/queue/src/result-waiter.contract.test.ts',
  'packages/db/src/embedded/backup.test.ts',
];

/** Vitest knows how long a file took only where it has run before. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
