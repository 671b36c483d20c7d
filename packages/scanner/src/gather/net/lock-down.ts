import { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import v8 from 'node:v8';
import vm from 'node:vm';

/** Of the process: what reaches other processes, or changes who this one is. */
const OF_PROCESS = ['kill', '_kill', '_debugProcess', '_debugEnd', 'setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups', 'report']; // prettier-ignore

/** Of modules: what changes other processes, the engine itself, or what it believes of a program. */
const OF_MODULES: readonly (readonly [owner: object, names: readonly string[]])[] = [
  [os, ['setPriority']],
  [v8, ['setFlagsFromString', 'setHeapSnapshotNearHeapLimit']],
  [vm, ['Script', 'createScript', 'compileFunction', 'runInThisContext', 'runInContext', 'runInNewContext']],
];

/**
 * Takes from this thread what no scan needs and what Node's permission model leaves to it. To be called before
 * the first untrusted byte is read. It cannot be undone.
 *
 * - The right to start threads: one that is started with `execArgv: []` is free of the permission model (Node 24.21:
 *   it reads and writes every file and starts processes).
 * - Unix sockets, where a machine's other services take orders (Docker, D-Bus, an agent for keys), and which are
 *   files when one listens on them.
 * - Doors: a scan connects and listens nowhere, and where a service is away its port could be taken.
 * - Signals to other processes, and their priority. The handle of a process that was never started signals the one whose
 *   number its memory happens to hold (Node 24.21), and what it holds can be arranged.
 * - Files that the permission model does not see (Node 24.21): a flag of V8 names one for the engine's traces, and the
 *   report of a fatal error, which anyone can cause by using up the heap, goes to any folder under any name. Flags also
 *   switch off what keeps memory safe.
 * - Code that V8 believes without reading it: the cached form that a script may bring along.
 */
export function lockDown(): void {
  const { permission } = process as { permission?: { drop?(scope: string): void } };
  permission?.drop?.('worker');
  // Both are ended before they have reached anything.
  const pipe = net.connect({ path: '/' }).on('error', () => undefined);
  const socket = net.connect({ host: '127.0.0.1', port: 9 }).on('error', () => undefined);
  refuse(pipe, ['bind', 'listen', 'connect', 'open', 'fchmod']);
  // As the system would say it: nothing of Node expects that this throws.
  refuse(socket, ['listen'], () => -os.constants.errno.EACCES);
  pipe.destroy();
  socket.destroy();
  refuse(new ChildProcess(), ['spawn', 'kill']);
  for (const name of OF_PROCESS) Reflect.deleteProperty(process, name);
  for (const [owner, names] of OF_MODULES) for (const name of names) Reflect.set(owner, name, refused);
  syncBuiltinESMExports();
}

/** Of every handle of this kind. */
function refuse(owner: object, names: readonly string[], how: () => unknown = refused): void {
  const handles = Object.getPrototypeOf((owner as { _handle: object })._handle) as object;
  for (const name of names) Reflect.set(handles, name, how);
}

function refused(): never {
  throw Object.assign(new Error('a scanner may not do that'), { code: 'ERR_ACCESS_DENIED' });
}
