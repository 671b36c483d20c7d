import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';

/** Of the process: what reaches other processes, or changes who this one is. */
const OF_PROCESS = ['kill', '_kill', '_debugProcess', '_debugEnd', 'setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups']; // prettier-ignore

/**
 * Takes from this thread what no scan needs and what Node's permission model leaves to it. To be called before
 * a stranger's first byte is read; there is no way back.
 *
 * - The right to start threads: one that is started with `execArgv: []` is free of the permission model (Node 24.21:
 *   it reads and writes every file and starts processes).
 * - Unix sockets, where a machine's other services take orders (Docker, D-Bus, an agent for keys), and which are
 *   files when one listens on them.
 * - Signals to other processes, and their priority.
 */
export function lockDown(): void {
  const { permission } = process as { permission?: { drop?(scope: string): void } };
  permission?.drop?.('worker');
  const probe = net.connect({ path: '/' }).on('error', () => undefined);
  const pipe = Object.getPrototypeOf((probe as unknown as { _handle: object })._handle) as object;
  for (const name of ['bind', 'listen', 'connect', 'open', 'fchmod']) Reflect.set(pipe, name, refused);
  probe.destroy();
  for (const name of OF_PROCESS) Reflect.deleteProperty(process, name);
  for (const name of ['setPriority']) Reflect.set(os, name, refused);
  syncBuiltinESMExports();
}

function refused(): never {
  throw Object.assign(new Error('a scanner may not do that'), { code: 'ERR_ACCESS_DENIED' });
}
