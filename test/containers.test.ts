import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { databasePasswords, readMigrationConfig } from '@palisade/config/database-passwords';
import { readConfig, VARIABLES } from '@palisade/config/config';
import { readWorkerConfig } from '@palisade/config/worker-config';
import { ROLES } from '@palisade/db/roles/access';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SCAN_ALLOCATOR, SUPERVISOR_HEAP } from '../apps/launcher/src/scan-heap.ts';
import { environmentFor, type ServiceName } from '../apps/launcher/src/service-environment.ts';

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  build?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  networks?: string[] | { scanning: { ipv4_address: string } };
}
interface Workload {
  kind: string;
  metadata: { name: string };
  spec: { template?: { spec: { terminationGracePeriodSeconds?: number; containers: { command?: string[] }[] } } };
}

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');
const compose = parse(await read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  networks: { data: { internal: boolean }; scanning: { ipam: { config: [{ subnet: string; ip_range: string }] } } };
};
const workloads = parseAllDocuments(await read('deploy/kubernetes/palisade.yaml')).map(
  (document) => document.toJS() as Workload,
);
const { services } = compose;
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);
const processes = ours.filter(([, { build }]) => build === '.');

/** As Compose reads it with only the required variables set: `${NAME:-default}`, `${NAME:?why}`. */
function interpolated(environment: Record<string, string>): Record<string, string> {
  const value = (text: string) =>
    text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, mark: string, rest: string) =>
      mark === '-' ? rest : `a value for ${name}`,
    );
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, value(text)]));
}

function isIn(cidr: string, address: string): boolean {
  const [network = '', prefix] = cidr.split('/');
  const range = new BlockList();
  range.addSubnet(network, Number(prefix));
  return range.check(address);
}

describe('docker-compose.yml', () => {
  it.each(processes)('%s gets existing variables and a usable configuration', (_, { environment = {} }) => {
    // Read by glibc and by OpenTelemetry's exporter.
    const others = ['MALLOC_ARENA_MAX', 'OTEL_EXPORTER_OTLP_HEADERS'];
    expect(Object.keys(environment).filter((name) => !VARIABLES.has(name) && !others.includes(name))).toEqual([]);
    const given = { ...interpolated(environment), NODE_ENV: 'production' };
    const config = environment['APP_SECRET'] === undefined ? readWorkerConfig(given) : readConfig(given);
    expect(config).toMatchObject({ SCAN_CONCURRENCY: 50, REDIS_URL: 'redis://:palisade@redis:6379' });
  });

  it('passes on every setting that an operator may put into .env', () => {
    const passed = new Set(processes.flatMap(([, { environment = {} }]) => Object.keys(environment)));
    // The image's own, and what needs a file, another service or a benchmark.
    const others = [
      'NODE_ENV',
      'HOST',
      'PORT',
      'DATA_DIR',
      'REDIS_CLUSTER',
      'SCAN_EXTRA_CA_FILE',
      'SCAN_BROWSER',
      'ADMISSION_WITHOUT',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'OTEL_SDK_DISABLED',
    ];
    expect([...VARIABLES].filter((name) => !passed.has(name)).toSorted()).toEqual(others.toSorted());
  });

  it.each(processes)('%s works on the database as its own role', (name, { environment = {} }) => {
    const address = (of: Record<string, string>) => new URL(interpolated(of)['DATABASE_URL'] ?? '');
    const role = name === 'migrate' ? 'palisade' : ROLES[name as Exclude<ServiceName, 'browser-worker'>];
    expect(address(environment)).toMatchObject({ username: role, password: 'palisade' });
    const passwords = databasePasswords(readMigrationConfig(interpolated(services['migrate']?.environment ?? {})));
    expect(passwords).not.toBeNull();
    // If set, it is the same for both.
    if (name !== 'migrate')
      expect(environment['DATABASE_URL']).toContain(
        services['migrate']?.environment?.[`DATABASE_PASSWORD_${name.replace('-', '_').toUpperCase()}`],
      );
  });

  it.each(processes)('%s gets no secret that the launcher would withhold from it', (name, { environment = {} }) => {
    if (name === 'migrate') expect(Object.keys(environment).filter((one) => /SECRET|TOKEN|_KEY/.test(one))).toEqual([]);
    else {
      const part = Object.keys(environmentFor(name as ServiceName, environment, VARIABLES));
      const others = ['MALLOC_ARENA_MAX'];
      expect(Object.keys(environment).filter((one) => !part.includes(one) && !others.includes(one))).toEqual([]);
    }
  });

  it('containers that connect to the internet are separated from callers, and the database from the internet', () => {
    const networksOf = (name: string) => {
      const { networks = [] } = services[name] ?? {};
      return Array.isArray(networks) ? networks : Object.keys(networks);
    };
    expect(compose.networks.data).toEqual({ internal: true });
    for (const name of ['postgres', 'redis', 'migrate']) expect([name, networksOf(name)]).toEqual([name, ['data']]);
    expect(networksOf('resolver')).toEqual(['scanning']);
    expect(networksOf('scan-worker')).toEqual(['scanning', 'data']);
    expect(networksOf('browser-worker')).toEqual(['scanning', 'data']);
    const known = Object.keys(services['browser-worker']?.environment ?? {});
    expect(known.filter((name) => /SECRET|TOKEN|_KEY/.test(name))).toEqual([]);
    for (const name of ['api', 'report-worker']) expect([name, networksOf(name)]).toEqual([name, ['front', 'data']]);
    expect(services['redis']?.command?.join(' ')).toContain('--requirepass');
  });

  it.each(Object.entries(services))('%s can neither write to its image nor gain privileges', (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.security_opt).toContain('no-new-privileges:true');
  });

  it('the browser worker may create user namespaces, but not mount, trace or load modules', async () => {
    const options = services['browser-worker']?.security_opt ?? [];
    const profile = options.find((option) => option.startsWith('seccomp:'))?.slice('seccomp:'.length) ?? '';
    const { defaultAction, syscalls } = JSON.parse(await read(profile)) as {
      defaultAction: string;
      syscalls: { names: string[]; action: string }[];
    };
    const refused = syscalls.flatMap(({ names, action }) => (action === 'SCMP_ACT_ERRNO' ? names : []));
    expect(defaultAction).toBe('SCMP_ACT_ALLOW');
    expect(refused).toEqual(
      expect.arrayContaining(['mount', 'umount2', 'setns', 'ptrace', 'bpf', 'init_module', 'keyctl']),
    );
    // What Chromium's own sandbox needs.
    for (const needed of ['clone', 'unshare', 'chroot', 'seccomp', 'prctl']) expect(refused).not.toContain(needed);
    expect(new Set(refused).size).toBe(refused.length);
  });

  it('considers PostgreSQL ready only when it accepts network connections', () => {
    // While a volume is initialized, the image's temporary server listens only on the Unix socket.
    expect(services['postgres']?.healthcheck?.test.join(' ')).toContain('pg_isready -h 127.0.0.1');
  });

  it('gives the resolver the address that scans query, in a range that it answers and that no other container gets', async () => {
    const { subnet, ip_range: others } = compose.networks.scanning.ipam.config[0];
    const networks = services['resolver']?.networks ?? [];
    const address = 'scanning' in networks ? networks.scanning.ipv4_address : '';
    const asked = interpolated(services['scan-worker']?.environment ?? {})['SCAN_DNS_SERVERS'];
    const unbound = await read('deploy/unbound/unbound.conf');
    expect(asked).toBe(`${address}:${/^ *port: (\d+)$/m.exec(unbound)?.[1]}`);
    expect(isIn(subnet, address)).toBe(true);
    expect(isIn(others, address)).toBe(false);
    expect(unbound).toContain(`access-control: ${subnet} allow`);
  });
});

describe('the processes of docker-compose.yml and of deploy/kubernetes', () => {
  const commands = new Map([
    ...processes.map(([name, { command }]) => [`compose ${name}`, command] as const),
    ...workloads.flatMap(({ metadata, spec }) =>
      (spec.template?.spec.containers ?? []).map(({ command }) => [`kubernetes ${metadata.name}`, command] as const),
    ),
  ]);

  it.each([...commands])('%s is a program that exists', (_, command = ['apps/api/src/server.ts']) => {
    const entry = command.find((word) => word.endsWith('.ts')) ?? '';
    expect(existsSync(new URL(`../${entry}`, import.meta.url))).toBe(true);
  });

  it('scan-worker has the same heap and allocator settings as with the launcher', () => {
    for (const command of [commands.get('compose scan-worker'), commands.get('kubernetes palisade-scan-worker')]) {
      expect(command).toEqual(expect.arrayContaining(['node', ...SUPERVISOR_HEAP]));
    }
    expect(services['scan-worker']?.environment).toMatchObject(SCAN_ALLOCATOR);
  });

  it('have the same stop timeout in both', () => {
    const graces = workloads.map(({ spec }) => spec.template?.spec.terminationGracePeriodSeconds);
    const seconds = new Set(graces.filter((grace) => grace !== undefined));
    expect([...seconds].map((grace) => `${grace}s`)).toEqual([services['api']?.stop_grace_period]);
  });
});

it('the image runs the pinned Node version', async () => {
  const { devDependencies } = JSON.parse(await read('package.json')) as { devDependencies: { node: string } };
  const bases = (await read('Dockerfile')).match(/^FROM .*$/gm) ?? [];
  expect(bases.length).toBe(2);
  for (const base of bases) expect(base).toContain(`FROM node:${devDependencies.node}-`);
});
