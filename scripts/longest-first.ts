import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take ten seconds and more, longest first. One that starts last would run alone while other processors are idle. */
const LONGEST = [
  'test/pages/on-postgres.test.ts',
  'test/launcher.test.ts',
  'test/conformance/specification.test.ts',
  'packages/browser/src/observe/real-pages.test.ts',
  'test/simulation/background.test.ts',
  'packages/billing/src/billing.model.test.ts',
  'test/faults.test.ts',
  'apps/report-worker/src/kill-nine.test.ts',
  'test/fixes/pasted-fixes.test.ts',
  'test/scarce-machine.test.ts',
  'apps/browser-worker/src/neighbors.test.ts',
  'packages/browser/src/observe/odd-pages.test.ts',
  'apps/scan-worker/src/scanner/scanner-pool.test.ts',
  'apps/api/src/scans/admission-queue.test.ts',
  'test/host.test.ts',
  'apps/api/src/plugins/well-formed-requests.test.ts',
  'apps/cli/src/commands/scan-browser.test.ts',
  'packages/browser/src/hostile-looks.test.ts',
  'test/pages/on-redis.test.ts',
  'test/operations.test.ts',
  'packages/pdf/src/render-extreme.test.ts',
  'packages/browser/src/observe/brief-workers.test.ts',
  'apps/api/src/routes/batches.test.ts',
  'packages/pdf/src/renderer.test.ts',
  'test/stop-during-start.test.ts',
  'test/simulation/scan-protocol.test.ts',
  'packages/browser/src/guard/canaries.test.ts',
  'packages/scanner/src/gather/tls/flaky-servers.test.ts',
  'packages/scanner/src/gather/hostile.test.ts',
  'test/site-ownership.test.ts',
  // Later than its length: its scans wait six seconds for a browser, which the files above leave no processor.
  'test/browser-part.test.ts',
  'packages/queue/src/result-waiter.contract.test.ts',
  'packages/browser/src/guard/quiet-ways.test.ts',
  'apps/api/src/openapi/every-status.test.ts',
  'apps/api/src/scans/paused.test.ts',
  'packages/billing/src/settle.test.ts',
  'packages/browser/src/guard/multicast.test.ts',
  'packages/db/src/embedded/backup.test.ts',
  'packages/scanner/src/gather/tls.test.ts',
  'apps/api/src/openapi/wrong-bodies.test.ts',
  'packages/browser/src/guard/quiet-apis.test.ts',
  'test/ops-access.test.ts',
  'packages/scanner/src/gather/net/dns-client.test.ts',
  'test/self-grade.test.ts',
  'packages/browser/src/hostile-pages.test.ts',
  'apps/api/src/idempotency/idempotency-key.test.ts',
  'packages/telemetry/src/watchdog.test.ts',
  'packages/pdf/src/render.test.ts',
];

/** Vitest only knows the duration of a file that has run on this machine before. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      // Any of these would split files that share a process.
      if (project.config.isolate) return -1;
      const found = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
