import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

interface Container {
  name: string;
  command?: string[];
  restartPolicy?: string;
  readinessProbe?: unknown;
  resources: { requests: { cpu: string; memory: string }; limits: { memory: string } };
  securityContext: object;
  volumeMounts?: { name: string; mountPath: string }[];
  lifecycle?: { preStop: { exec: { command: [string, string] } } };
}
interface PodSpec {
  terminationGracePeriodSeconds?: number;
  securityContext: object;
  initContainers?: Container[];
  containers: Container[];
  volumes?: { name: string }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    template?: { metadata?: { labels: Record<string, string> }; spec: PodSpec };
    scaleTargetRef?: { name: string };
    metrics?: { external: { metric: { name: string } } }[];
    podSelector?: { matchLabels: Record<string, string> };
    egress?: { to: { podSelector?: { matchLabels: Record<string, string> } }[]; ports?: { port: number }[] }[];
  };
}

const read = (file: string) => readFile(new URL(`../deploy/${file}`, import.meta.url), 'utf8');
const manifests = parseAllDocuments(await read('kubernetes/palisade.yaml')).map((each) => each.toJS() as Manifest);
const named = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const pods = manifests.flatMap(({ metadata, spec }) =>
  spec.template ? [{ name: metadata.name, pod: spec.template.spec }] : [],
);
/** Long-running programs, and how long they take to stop: STOP_BUDGET_MS, or DRAIN_MS + 10 s. */
const STOPS_WITHIN_S: Readonly<Record<string, number>> = {
  'palisade-api': 30,
  'palisade-scan-worker': 25,
  'palisade-report-worker': 25,
  'palisade-browser-worker': 15,
};

describe('the Kubernetes example', () => {
  it.each(pods)('$name has only the privileges and memory it needs', ({ pod }) => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
        // Chromium's own sandbox, which is stricter, needs system calls that the runtime's profile denies.
        ...(container.name === 'browser-worker' && { seccompProfile: { type: 'Unconfined' } }),
      });
      expect(container.resources).toMatchObject({ requests: { cpu: expect.any(String) as string }, limits: {} });
      const mounted = (container.volumeMounts ?? []).map(({ name }) => name);
      expect(mounted.filter((name) => !pod.volumes?.some((volume) => volume.name === name))).toEqual([]);
      // Node writes to this folder.
      if (container.command?.[0] === 'node' || container.name === 'api') expect(mounted).toContain('tmp');
    }
  });

  it.each(named('Deployment'))('$metadata.name stops gracefully and has a readiness probe', ({ metadata, spec }) => {
    const { containers = [], terminationGracePeriodSeconds = 0 } = spec.template?.spec ?? {};
    expect(containers.every(({ readinessProbe }) => readinessProbe)).toBe(true);
    const pause = Number(containers[0]?.lifecycle?.preStop.exec.command[1] ?? 0);
    expect(terminationGracePeriodSeconds).toBeGreaterThan((STOPS_WITHIN_S[metadata.name] ?? Infinity) + pause);
    expect(spec.selector?.matchLabels).toEqual(spec.template?.metadata?.labels);
  });

  it.each(named('NetworkPolicy'))('$metadata.name lets its pods find the database by name', ({ spec }) => {
    expect(named('Deployment').map(({ metadata }) => metadata.name)).toContain(spec.podSelector?.matchLabels['app']);
    const resolver = spec.egress?.find(({ to }) =>
      to.some(({ podSelector }) => podSelector?.matchLabels['k8s-app'] === 'kube-dns'),
    );
    expect(resolver?.ports?.map(({ port }) => port)).toEqual([53, 53]);
  });

  it('every service, autoscaler and disruption budget selects existing pods', () => {
    const labels = named('Deployment').map(({ spec }) => spec.template?.metadata?.labels['app']);
    for (const { spec } of named('Service')) expect(labels).toContain(spec.selector?.['app']);
    for (const { spec } of named('PodDisruptionBudget')) expect(labels).toContain(spec.selector?.matchLabels?.['app']);
    for (const { spec } of named('HorizontalPodAutoscaler')) expect(labels).toContain(spec.scaleTargetRef?.name);
  });

  it('scales by metrics that the adapter provides, and Prometheus finds its targets', async () => {
    const adapter = parse(await read('kubernetes/prometheus-adapter.yaml')) as {
      rules: { external: { name: { as: string } }[] };
    };
    const offered = adapter.rules.external.map(({ name }) => name.as);
    const wanted = named('HorizontalPodAutoscaler').flatMap(({ spec }) =>
      (spec.metrics ?? []).map(({ external }) => external.metric.name),
    );
    expect(wanted.toSorted()).toEqual(offered.toSorted());
    const services = named('Service').map(({ metadata }) => metadata.name);
    const prometheus = await read('prometheus/prometheus.yml');
    expect(services).toContain(/names: \[([\w-]+)\]/.exec(prometheus)?.[1]);
  });
});
