import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDb, type Db } from '@palisade/db/client';
import { startLab, type Lab } from '@palisade/lab/lab';
import type { OpsHealth } from '@palisade/ops/ops-health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupsOf, selectorsOf, seriesOf } from './metric-names.ts';
import { otlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';
import { startStack, type Stack } from './stack.ts';

function promtoolOrSkip(): boolean {
  if (spawnSync('promtool', ['--version']).status === 0) return true;
  if (process.env['CI']) throw new Error('promtool is missing and CI allows no skip');
  console.log('skipped: needs promtool (Debian: apt-get install prometheus)');
  return false;
}

const hasPromtool = promtoolOrSkip();
let lab: Lab;
let collector: Awaited<ReturnType<typeof otlpReceiver>>;
let stack: Stack;
beforeAll(async () => {
  lab = await startLab({ sites: [{ host: 'shop.test' }] });
  collector = await otlpReceiver();
  stack = await startStack({
    // A scan and its PDF together take longer than the usual 19 seconds on a busy machine: 503, which costs nothing.
    env: {
      ...lab.env,
      SCAN_TIMEOUT_MS: '60000',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  });
});
afterAll(async () => {
  await stack?.stop();
  await collector?.close();
  await lab?.close();
});

/** The span and its ancestors. */
function lineage(spans: readonly ReceivedSpan[], span: ReceivedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent ? lineage(spans, parent) : [])];
}

describe('a scan’s trace', () => {
  it('connects the request through the queue to each probe, and the logs refer to it', async () => {
    const foreign = { traceId: 'a'.repeat(32), header: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const answer = await stack.post('/api/scan', { url: 'shop.test/?secret=hunter2' }, { traceparent: foreign.header });
    const { scan_id: scanId } = (await answer.json()) as { scan_id: string };
    const ofScan = () => {
      const request = collector.spans.find(
        ({ name, attributes }) => name === 'POST /api/scan' && attributes['palisade.scan_id'] === scanId,
      );
      return collector.spans.filter(({ traceId }) => traceId === request?.traceId);
    };
    await expect.poll(() => ofScan().map(({ name }) => name)).toContain('scan process');
    const spans = ofScan();
    // A client's trace id is not adopted.
    expect(spans[0]?.traceId).not.toBe(foreign.traceId);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name)).toEqual([
      'POST /api/scan',
    ]);
    for (const step of ['address', 'dns', 'page', 'http', 'tls', 'security.txt', 'cors']) {
      const probe = spans.find(({ name }) => name === `probe ${step}`);
      expect(probe && { ...probe, above: lineage(spans, probe) }).toMatchObject({
        service: 'scan-worker',
        attributes: { 'palisade.scan_id': scanId },
        above: [`probe ${step}`, 'scan process', 'scan add', 'POST /api/scan'],
      });
    }
    const named = (name: string) => spans.find((span) => span.name === name);
    expect(named('judge')?.parentSpanId).toBe(named('scan process')?.spanId);
    expect(named('scan wait')?.endMs).toBeLessThanOrEqual((named('scan process')?.startMs ?? 0) + 50);
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['api', 'scan-worker']));
    expect(JSON.stringify(spans)).not.toContain('hunter2');

    const lines = stack
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(spans[0]?.traceId ?? ''))
      .map((line) => JSON.parse(line) as { service: string; msg: string; scanId?: string; span_id: string });
    expect(lines.map(({ service, msg }) => `${service}: ${msg}`)).toEqual(
      expect.arrayContaining(['api: scan requested', 'api: answered', 'scan-worker: scan done']),
    );
    expect(lines.filter((line) => line.scanId === scanId).map(({ service }) => service)).toEqual(
      expect.arrayContaining(['api', 'scan-worker']),
    );
  });

  it('includes the rendering of its PDF', async () => {
    const { stdout: key } = await stack.cli('keys', 'create', '--email', 'owner@shop.test');
    const answer = await stack.post('/api/report/pdf', { url: 'shop.test' }, { 'x-api-key': key.trim() });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    const drawing = () => collector.spans.find(({ name }) => name === 'render scan report');
    const above = () => {
      const span = drawing();
      return span ? lineage(collector.spans, span) : [];
    };
    await expect.poll(above).toEqual(['render scan report', 'pdf process', 'pdf add', 'POST /api/report/pdf']);
    expect(drawing()?.service).toBe('report-worker');
  }, 240_000);
});

describe('metrics', () => {
  const scrape = async () => (await fetch(new URL('/metrics', stack.baseUrl))).text();

  it('every metric named in an alert, the Grafana dashboard or the documentation exists, with those labels', async () => {
    const series = seriesOf(await scrape());
    const rules = await readFile('deploy/prometheus/alerts.yml', 'utf8');
    const dashboard = JSON.parse(await readFile('deploy/grafana/palisade.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const documented = (await readFile('docs/operations.md', 'utf8')).match(/^\| `.*$/gm) ?? [];
    const adapter =
      (await readFile('deploy/kubernetes/prometheus-adapter.yaml', 'utf8')).match(/metricsQuery: .*$/gm) ?? [];
    const missing = [
      rules,
      ...panels,
      ...documented,
      ...adapter.map((line) => line.replaceAll(/,?<<\.LabelMatchers>>/g, '')),
    ].flatMap((text) =>
      selectorsOf(text)
        .filter(({ name, matchers }) => {
          // `process_*` stands for many metrics, and a histogram's name for its series.
          const named = series.filter((one) => [name, `${name}_count`].includes(one.name) || name.endsWith('_'));
          // Nothing answers 5xx here, so only the presence of the status label is checked.
          const fits = ([label, value]: [string, RegExp | null], labels: Map<string, string>) =>
            labels.has(label) && (label === 'status_code' || value === null || value.test(labels.get(label) ?? ''));
          return !named.some(({ labels }) => [...matchers].every((matcher) => fits(matcher, labels)));
        })
        .map(({ name, matchers }) => `${name} {${[...matchers.keys()].join()}}`),
    );
    expect(missing).toEqual([]);
    const labels = new Set(series.flatMap((one) => [...one.labels.keys()]));
    expect([rules, ...panels].flatMap(groupsOf).filter((label) => !labels.has(label))).toEqual([]);
    // Shows that the test can fail.
    expect(selectorsOf(rules).length).toBeGreaterThan(15);
    expect(panels.flatMap(selectorsOf).length).toBeGreaterThan(10);
    expect(selectorsOf(documented.join()).length).toBeGreaterThan(10);
  });

  it.runIf(hasPromtool)('have the format and the names that Prometheus expects', async () => {
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: await scrape(), encoding: 'utf8' });
    // Names of BullMQ's own exporter and of prom-client's default metrics, for which dashboards exist.
    const known = /^(bullmq_job_count|nodejs_active_(handles|requests|resources)_total) /;
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !known.test(line))).toEqual([]);
  });

  it.runIf(hasPromtool)('the alerts fire when they should, and only then', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml'], {
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toContain('SUCCESS');
    expect(status).toBe(0);
  });
});

describe('deliveries that were given up', () => {
  let db: Db;
  beforeAll(async () => {
    db = createDb((await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim(), { max: 2 });
  });
  afterAll(() => db.$disconnect());
  const health = async () => (await (await fetch(new URL('/ops/api/health', stack.baseUrl))).json()) as OpsHealth;
  const metrics = async () => (await fetch(new URL('/metrics', stack.baseUrl))).text();

  it('are counted from their rows', async () => {
    expect(await metrics()).toContain('palisade_deliveries_given_up{what="mail"} 0');
    const mail = { to: 'buyer@example.com', template: 'one_time_token', payload: {} };
    await db.mailMessage.createMany({
      data: [
        { ...mail, id: randomUUID(), dedupeKey: 'refused', state: 'failed', lastError: 'no such mailbox' },
        { ...mail, id: randomUUID(), dedupeKey: 'cut', state: 'unknown', nextAttemptAt: null },
        { ...mail, id: randomUUID(), dedupeKey: 'later', state: 'unknown', nextAttemptAt: new Date('2100-01-01') },
      ],
    });
    const event = { provider: 'stripe', type: 'charge.refunded', payload: {} };
    await db.providerEvent.createMany({
      data: [
        { ...event, id: randomUUID(), eventId: 'evt_old', receivedAt: new Date(Date.now() - 7_200_000) },
        { ...event, id: randomUUID(), eventId: 'evt_done', receivedAt: new Date(0), processedAt: new Date() },
      ],
    });
    const text = await metrics();
    expect(text).toContain('palisade_deliveries_given_up{what="mail"} 2');
    expect(text).toContain('palisade_deliveries_given_up{what="payment_event"} 1');
    expect(text).toContain('palisade_queue_reachable 1');
    expect(text).toMatch(/bullmq_job_run_seconds\{queue="scan",quantile="0.99"\} [\d.]+/);
    expect((await health()).failedDeliveries?.map(({ what, again }) => `${what}: ${again}`).toSorted()).toEqual([
      'email one_time_token (may have arrived): may double',
      'email one_time_token: safe',
      'stripe event charge.refunded: null',
    ]);
  });
});

describe('the health check of a worker’s container', () => {
  const check = (databaseUrl: string) =>
    spawnSync(process.execPath, ['apps/launcher/src/worker-healthy.ts'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
      encoding: 'utf8',
    });

  it('is 0 while a worker on this host reports, and 1 when none can be queried', async () => {
    const databaseUrl = (await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim();
    expect(check(databaseUrl)).toMatchObject({ status: 0, stderr: '' });
    const elsewhere = check(databaseUrl.replace(/@[^/]+/, '@127.0.0.1:9'));
    expect(elsewhere).toMatchObject({ status: 1, stderr: expect.not.stringContaining('    at ') as string });
    expect(check('')).toMatchObject({ status: 1, stderr: 'The environment is invalid:\n  DATABASE_URL must be set\n' });
  });
});
