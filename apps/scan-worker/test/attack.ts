/** What code that took over a scanner would try. Each answer is `got …` or `refused …`. */
import cp from 'node:child_process';
import crypto from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import inspector from 'node:inspector';
import module, { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import v8 from 'node:v8';
import { Worker } from 'node:worker_threads';

const require = createRequire(import.meta.url);
/** By name at run time: what is not there must be one refusal among others. */
const made = (name: string, member: string, ...args: unknown[]): unknown =>
  Reflect.construct((require(name) as Record<string, new () => unknown>)[member] ?? Object, args);
const ADDON = 'node_modules/@msgpackr-extract/msgpackr-extract-linux-x64/node.napi.glibc.node';

interface Bound {
  binding(name: string): unknown;
  _linkedBinding(name: string): unknown;
}
interface Traces {
  createTracing(options: { categories: string[] }): { enable(): void };
}

const imported = (name: string): Promise<unknown> => import(name);
function denied(why = 'none'): never {
  throw Object.assign(new Error(why), { code: why });
}

const DEEDS: Readonly<Record<string, () => unknown>> = {
  passwd: () => fs.readFileSync('/etc/passwd', 'utf8'),
  passwdByDetour: () => fs.readFileSync(`${process.cwd()}/packages/../../../../../etc/passwd`),
  ownEnvironment: () => fs.readFileSync('/proc/self/environ', 'utf8'),
  parents: () => fs.readFileSync(`/proc/${process.ppid}/environ`, 'utf8'),
  openFiles: () => fs.readdirSync('/proc/self/fd'),
  data: () => fs.readFileSync('.data/app.secret', 'utf8'),
  blob: () => fs.openAsBlob('/etc/passwd'),
  write: () => fs.writeFileSync('/tmp/palisade-was-here', ''),
  writeProgram: () => fs.writeFileSync(import.meta.filename, ''),
  symlink: () => fs.symlinkSync('/etc/passwd', `${import.meta.dirname}/passwd`),
  mode: () => fs.fchmodSync(fs.openSync(import.meta.filename, 'r'), 0o777),
  database: () => made('node:sqlite', 'DatabaseSync', '/tmp/palisade-was-here.db'),
  snapshot: () => v8.writeHeapSnapshot('/tmp/palisade-was-here'),
  report: () => process.report.writeReport('/tmp/palisade-was-here'),
  fork: () => cp.spawnSync('id').error?.message ?? 'ran',
  become: () => (process as unknown as { execve(file: string, args: string[]): void }).execve('/bin/id', ['id']),
  cluster: () => (require('node:cluster') as { fork(): unknown }).fork(),
  thread: () => new Worker(`require('child_process').execSync('id')`, { eval: true, execArgv: [] }),
  hooks: () => module.register('data:text/javascript,', import.meta.url),
  addon: () => process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'),
  ownAddon: () => require(`${process.cwd()}/${ADDON}`) as unknown,
  wasi: () => made('node:wasi', 'WASI', { version: 'preview1', preopens: { '/': '/' } }),
  binding: () => (process as unknown as { binding(name: string): unknown }).binding('spawn_sync'),
  debugger: () => inspector.open(9333, '127.0.0.1'),
  signal: () => process.kill(process.ppid, 'SIGUSR1'),
  priority: () => os.setPriority(process.ppid, 19),
  unixConnect: () => net.connect({ path: '/var/run/docker.sock' }),
  unixListen: () => net.createServer().listen('/tmp/palisade-was-here.sock'),
  memory: () => fs.openSync('/proc/self/mem', 'r+'),
  maps: () => fs.readFileSync('/proc/self/maps', 'utf8'),
  others: () => fs.readdirSync('/proc'),
  connections: () => fs.readFileSync('/proc/net/tcp', 'utf8'),
  stream: () => once(fs.createReadStream('/etc/passwd'), 'open'),
  descriptor: () => fs.promises.open('/etc/passwd'),
  imported: () => imported('file:///etc/passwd'),
  fetched: () => fetch('file:///etc/passwd'),
  listed: () => fs.globSync('/etc/*').join(' ') || denied(),
  found: () => fs.existsSync('/etc/passwd') || denied(),
  resolved: () => createRequire('/etc/')('./passwd'),
  copied: () => fs.cpSync(import.meta.filename, '/tmp/palisade-was-here'),
  linked: () => fs.linkSync(import.meta.filename, '/tmp/palisade-was-here'),
  temporary: () => fs.mkdtempSync('/tmp/palisade-was-here'),
  watched: () => fs.watch('/etc'),
  settings: () => process.loadEnvFile('/etc/environment'),
  elsewhere: () => {
    process.chdir('/etc');
    return fs.readFileSync('passwd');
  },
  traced: () => (require('node:trace_events') as Traces).createTracing({ categories: ['node'] }).enable(),
  cached: () => {
    const { status, directory } = module.enableCompileCache('/tmp/palisade-was-here');
    return directory ?? denied(String(status));
  },
  engine: () => crypto.setEngine('/lib/x86_64-linux-gnu/libc.so.6'),
  processWrap: () => (process as unknown as Bound).binding('process_wrap'),
  linkedBinding: () => (process as unknown as Bound)._linkedBinding('fs'),
  internals: () => require('internal/test/binding') as unknown,
  builtin: () => process.getBuiltinModule('node:child_process').execSync('id'),
  threadOfBuiltin: () => new (process.getBuiltinModule('node:worker_threads').Worker)('0', { eval: true }),
  flags: () => {
    v8.setFlagsFromString('--no-permission');
    return fs.readFileSync('/etc/passwd');
  },
  prototype: () => {
    Reflect.set(Object.prototype, 'fd', 0);
    try {
      return fs.openSync('/etc/passwd', 'r');
    } finally {
      Reflect.deleteProperty(Object.prototype, 'fd');
    }
  },
  bytesPath: () => fs.readFileSync(new Uint8Array(Buffer.from('/etc/passwd')) as Buffer),
  permission: () => {
    if (process.permission.has('fs.write')) return 'may write';
    return denied();
  },
};

/** @param doors `postgres` and `redis`: ports of this machine; `database`: the name of one */
export async function attack(doors: URLSearchParams): Promise<object> {
  const got: Record<string, unknown> = { environment: { ...process.env } };
  for (const [name, deed] of Object.entries(DEEDS)) {
    try {
      got[name] = `got ${String(await deed()).slice(0, 200)}`;
    } catch (error) {
      got[name] = `refused ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`;
    }
  }
  const { postgres, redis, database = '' } = Object.fromEntries(doors);
  if (postgres) got['postgres'] = await spoken(Number(postgres), startup('palisade', database), 5);
  if (postgres) got['postgresAsService'] = await spoken(Number(postgres), startup('palisade_api', database), 5);
  if (redis) got['redis'] = await spoken(Number(redis), Buffer.from('KEYS *\r\nCONFIG GET *\r\nQUIT\r\n'), 5);
  return got;
}

/** What the server there says to these first bytes. */
function spoken(port: number, bytes: Buffer, least: number): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', (error) => resolve(String(error)));
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (heard.length > least) socket.end();
    });
    socket.on('close', () => resolve(heard));
  });
}

/** PostgreSQL's protocol 3.0: a start as this user, without a password. */
function startup(user: string, database: string): Buffer {
  const body = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}
