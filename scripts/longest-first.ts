import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take tens of seconds, the longest first. One that is begun last would run alone while other processors rest. */
const LONGEST = [
  'test/pages/shop.test.ts',
  'test/pages/on-postgres.test.ts',
  'test/launcher.test.ts',
  'test/conformance/specification.test.ts',
  'packages/browser/src/witness/real-pages.test.ts',
  'packages/browser/src/witness/odd-pages.test.ts',
  'packages/billing/src/billing.model.test.ts',
  'apps/api/src/openapi/every-status.test.ts',
  'apps/report-worker/src/kill-nine.test.ts',
  'test/browser-part.test.ts',
  'apps/cli/src/commands/scan-browser.test.ts',
  'apps/api/src/scans/scan-line.test.ts',
  'packages/db/src/embedded/backup.test.ts',
  'test/operations.test.ts',
  'packages/pdf/src/render-extreme.test.ts',
  'test/pages/on-redis.test.ts',
  'packages/queue/src/result-waiter.contract.test.ts',
  'test/fixes/pasted-fixes.test.ts',
  'test/simulation/background.test.ts',
  'apps/api/src/routes/batches.test.ts',
  'apps/scan-worker/src/scanner/scanner-pool.test.ts',
  'apps/api/src/idempotency/idempotency-key.test.ts',
  'packages/billing/src/settle.test.ts',
  'test/site-ownership.test.ts',
  'test/simulation/scan-protocol.test.ts',
  'test/ops-door.test.ts',
  'packages/pdf/src/render.test.ts',
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
