import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** One host name on a real web server, in front of an application, with lines pasted into its configuration. */
interface VirtualHost {
  host: string;
  upstream: string;
  pasted: readonly string[];
  /** nginx: additional lines in the location. */
  inLocation?: readonly string[];
}

interface ServerFiles {
  address: string;
  port: number;
  folder: string;
  key: string;
  chain: string;
  hosts: readonly VirtualHost[];
}

const WEB_SERVERS = {
  nginx: {
    program: '/usr/sbin/nginx',
    package: 'nginx',
    config: nginxConfig,
    command: (file: string, folder: string) => ['-c', file, '-p', folder, '-e', path.join(folder, 'error.log')],
  },
  apache: {
    program: '/usr/sbin/apache2',
    package: 'apache2',
    config: apacheConfig,
    command: (file: string) => ['-f', file, '-DFOREGROUND'],
  },
  caddy: {
    program: '/usr/bin/caddy',
    package: 'caddy',
    config: caddyConfig,
    command: (file: string) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
} as const;
export type WebServer = keyof typeof WEB_SERVERS;

/** Prints in one line what is missing; continuous integration must not skip. */
export function webServerOrSkip(name: WebServer): boolean {
  const { program, package: debian } = WEB_SERVERS[name];
  if (existsSync(program)) return true;
  if (process.env['CI']) throw new Error(`${name} is missing and CI allows no skip`);
  console.log(`skipped: needs ${name} (Debian: apt-get install ${debian})`);
  return false;
}

/** One process, many names; ready when it accepts a connection. */
export async function startWebServer(
  name: WebServer,
  options: Omit<ServerFiles, 'folder' | 'key' | 'chain'> & { keyPem: string; chainPem: string },
): Promise<{ close(): Promise<void> }> {
  const { program, config, command } = WEB_SERVERS[name];
  const folder = await mkdtemp(path.join(tmpdir(), `palisade-${name}-`));
  const files = { ...options, folder, key: path.join(folder, 'key.pem'), chain: path.join(folder, 'chain.pem') };
  await mkdir(path.join(folder, 'www'));
  await writeFile(files.key, options.keyPem, { mode: 0o600 });
  await writeFile(files.chain, options.chainPem);
  const file = path.join(folder, 'config');
  await writeFile(file, config(files));
  const child = spawn(program, command(file, folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => said.push(String(data)));
  const close = async () => {
    await stop(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await accepting(options.address, options.port, child);
  } catch (error) {
    await close();
    throw new Error(`${name} did not start: ${said.join('')}`, { cause: error });
  }
  return { close };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function accepting(host: string, port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (child.exitCode !== null) throw new Error(`it exited with ${child.exitCode}`);
    const socket = connect({ host, port });
    const up = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('nothing listens');
}

function nginxConfig({ address, port, folder, key, chain, hosts }: ServerFiles): string {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path.join(folder, kind)};`,
  );
  const servers = hosts.map(
    ({ host, upstream, pasted, inLocation = [] }) => `server {
listen ${address}:${port} ssl;
server_name ${host};
ssl_certificate ${chain};
ssl_certificate_key ${key};
${pasted.join('\n')}
location / { proxy_pass ${upstream}; proxy_set_header Host $host;
${inLocation.join('\n')} }
}`,
  );
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${path.join(folder, 'pid')};
error_log ${path.join(folder, 'error.log')};
events { }
http {
access_log off;
server_names_hash_bucket_size 128;
${temp.join('\n')}
${servers.join('\n')}
}
`;
}

function apacheConfig({ address, port, folder, key, chain, hosts }: ServerFiles): string {
  const builtIn = execFileSync(WEB_SERVERS.apache.program, ['-l'], { encoding: 'utf8' });
  const modules = [
    'mpm_event',
    'authz_core',
    'unixd',
    'proxy',
    'proxy_http',
    'headers',
    'alias',
    'ssl',
    'socache_shmcb',
  ]
    .filter((name) => !builtIn.includes(`mod_${name}.c`) && existsSync(`/usr/lib/apache2/modules/mod_${name}.so`))
    .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
  const sites = hosts.map(
    ({ host, upstream, pasted }) => `<VirtualHost ${address}:${port}>
ServerName ${host}
SSLEngine on
SSLCertificateFile ${chain}
SSLCertificateKeyFile ${key}
${pasted.join('\n')}
ProxyPass / ${upstream}/
</VirtualHost>`,
  );
  return `ServerRoot ${folder}
DefaultRuntimeDir ${folder}
PidFile ${path.join(folder, 'pid')}
ErrorLog ${path.join(folder, 'error.log')}
ServerName localhost
${modules.join('\n')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
StartServers 1
ThreadsPerChild 8
MaxRequestWorkers 8
MinSpareThreads 1
MaxSpareThreads 8
Listen ${address}:${port}
DocumentRoot ${path.join(folder, 'www')}
${sites.join('\n')}
`;
}

function caddyConfig({ address, port, key, chain, hosts }: ServerFiles): string {
  const sites = hosts.map(
    ({ host, upstream, pasted }) => `https://${host}:${port} {
bind ${address}
tls ${chain} ${key}
${pasted.join('\n')}
reverse_proxy ${upstream}
}`,
  );
  return `{
admin off
auto_https off
}
${sites.join('\n')}
`;
}
