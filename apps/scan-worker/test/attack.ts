/** What code that has taken over a scanner would try. Each answer is `got …` or `refused …`. */
import cp from 'node:child_process';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import inspector from 'node:inspector';
import module, { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import tls from 'node:tls';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';

const require = createRequire(import.meta.url);
/** Imported by name at run time: a missing module must be one refusal among others. */
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

interface Handle {
  kill(signal: number): number;
  spawn(what: unknown): unknown;
}
const handleOfNone = (): Handle => (new cp.ChildProcess() as unknown as { _handle: Handle })._handle;

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
  // A handle without a process: which process it signals depends on what its memory held before, and an attacker can arrange that.
  signalOfNone: () => handleOfNone().kill(0),
  spawnByHandle: () => handleOfNone().spawn('/bin/id'),
  spawnByClass: () =>
    (new cp.ChildProcess() as unknown as Handle).spawn({ file: '/bin/id', args: ['id'], stdio: 'pipe' }),
  door: () => once(net.createServer().listen(0, '127.0.0.1'), 'listening'),
  doorOfWeb: () => once(http.createServer().listen(0), 'listening'),
  owner: () => fs.fchownSync(fs.openSync(import.meta.filename, 'r'), 0, 0),
  times: () => fs.futimesSync(fs.openSync(import.meta.filename, 'r'), 1, 1),
  abstractSocket: () => once(net.connect({ path: '\0/tmp/.X11-unix/X0' }), 'connect'),
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
  tracesOfCode: () => {
    for (const flag of ['redirect-code-traces-to=/tmp/palisade-was-here', 'redirect-code-traces', 'trace-opt'])
      v8.setFlagsFromString(`--${flag}`);
  },
  snapshotAtTheEnd: () => v8.setHeapSnapshotNearHeapLimit(1),
  reportOfACrash: () => Object.assign(process.report, { reportOnFatalError: true, directory: '/tmp', filename: 'palisade-was-here' }), // prettier-ignore
  forgedCode: () => new vm.Script('0', { cachedData: Buffer.alloc(64) }),
  forgedFunction: () => vm.compileFunction('0', [], { cachedData: Buffer.alloc(64) }),
  forgedAtOnce: () => vm.runInThisContext('0', { cachedData: Buffer.alloc(64) }),
  statusByWatching: () => fs.watchFile('/etc/passwd', () => undefined),
  engineOfKey: () => tls.createSecureContext({ privateKeyEngine: '/lib/x86_64-linux-gnu/libc.so.6', privateKeyIdentifier: 'x' }), // prettier-ignore
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

const TAMPERED: readonly (readonly [object, string])[] = [
  [Array.prototype, 'some'],
  [Array.prototype, 'every'],
  [Array.prototype, 'includes'],
  [Array.prototype, 'find'],
  [String.prototype, 'startsWith'],
  [String.prototype, 'split'],
  [RegExp.prototype, 'test'],
  [net.BlockList.prototype, 'check'],
  [net, 'isIP'],
  [Reflect, 'apply'],
];
/** Bypasses the guard by changing built-in methods that a check might call. */
const CALLS: Readonly<Record<string, (port: number) => Promise<unknown>>> = {
  web: (port) => fetch(`http://127.0.0.1:${port}/ops`),
  webByName: (port) => fetch(`http://localhost:${port}/ops`),
  webByMapped: (port) => once(net.connect(port, '::ffff:127.0.0.1'), 'connect'),
  webByNumber: (port) => once(net.connect(port, '0.0.0.0'), 'connect'),
  secure: (port) => once(tls.connect(port, '127.0.0.1'), 'secureConnect'),
  metadata: () => once(net.connect(80, '169.254.169.254'), 'connect'),
  datagram: (port) =>
    new Promise((resolve, reject) => {
      const socket = dgram.createSocket('udp4').on('error', reject);
      socket.send('x', port, '127.0.0.1', (error) => (error ? reject(error) : resolve('sent')));
    }),
  connectedDatagram: (port) => {
    const socket = dgram.createSocket('udp4');
    socket.connect(port, '127.0.0.1');
    return once(socket, 'connect');
  },
  doorOfDatagrams: async () => once(dgram.createSocket('udp4').bind(5_399, '127.0.0.1'), 'listening'),
  resolver: async (port) => new dns.Resolver().setServers([`127.0.0.1:${port}`]),
  descriptorOfMine: async () => new net.Socket({ fd: 0 }),
  tampered: (port) => {
    const kept = TAMPERED.map(([of, name]) => Reflect.get(of, name) as unknown);
    for (const [of, name] of TAMPERED) Reflect.set(of, name, () => true);
    const socket = net.connect(port, '127.0.0.1');
    return new Promise((resolve, reject) => {
      // The address is delivered in the next turn.
      setImmediate(() => {
        for (let at = 0; at < TAMPERED.length; at += 1)
          Reflect.set(...(TAMPERED[at] as readonly [object, string]), kept[at]);
      });
      socket.on('connect', () => resolve('in')).on('error', reject);
    });
  },
};

/** @param doors ports of this machine: `web`, `postgres` and `redis`; `database`: the name of one */
export async function attack(doors: URLSearchParams): Promise<object> {
  const got: Record<string, unknown> = { environment: { ...process.env } };
  for (const [name, deed] of Object.entries(DEEDS)) {
    try {
      got[name] = `got ${String(await deed()).slice(0, 200)}`;
    } catch (error) {
      got[name] = `refused ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`;
    }
  }
  for (const [name, call] of Object.entries(CALLS)) {
    try {
      got[name] = `got ${String(await call(Number(doors.get('web'))))}`;
    } catch (error) {
      const { code, cause, name: kind } = error as NodeJS.ErrnoException & { cause?: { code?: string } };
      got[name] = `refused ${cause?.code ?? code ?? kind}`;
    }
  }
  const { postgres, redis, database = '' } = Object.fromEntries(doors);
  if (postgres) got['postgres'] = await exchange(Number(postgres), startup('palisade', database), 5);
  if (postgres) got['postgresAsService'] = await exchange(Number(postgres), startup('palisade_api', database), 5);
  if (redis) got['redis'] = await exchange(Number(redis), Buffer.from('KEYS *\r\nCONFIG GET *\r\nQUIT\r\n'), 5);
  return got;
}

/** What the server answers to these first bytes. */
function exchange(port: number, bytes: Buffer, least: number): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(`refused ${error.code}`));
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (heard.length > least) socket.end();
    });
    socket.on('close', () => resolve(heard));
  });
}

/** A startup message of PostgreSQL's protocol 3.0 as this user, without a password. */
function startup(user: string, database: string): Buffer {
  const body = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}
