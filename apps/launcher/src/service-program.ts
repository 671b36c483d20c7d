import { spawn, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { currentProgram, makeProgram, type ProgramPlan } from '@palisade/config/program';
import { programCache } from '@palisade/config/program-cache';

/** What `npm start` runs, without what runs as another user or without the right to read this. */
const PLAN: ProgramPlan = {
  entries: {
    launch: 'apps/launcher/src/launch.ts',
    api: 'apps/api/src/server.ts',
    'open-thread': 'apps/api/src/opened/open-thread.ts',
    'scan-worker': 'apps/scan-worker/src/main.ts',
    'browser-worker': 'apps/browser-worker/src/main.ts',
    'browser-driver': 'apps/browser-worker/src/browser-driver.ts',
    'report-worker': 'apps/report-worker/src/main.ts',
    'renderer-process': 'packages/pdf/src/renderer-process.ts',
  },
  shared: false,
};

const place = () => programCache('palisade-services', 0o700);

/** The services in a few files; undefined if they have not been bundled since their sources changed. */
export function serviceProgram(): URL | undefined {
  const folder = place();
  return folder === undefined ? undefined : currentProgram(folder, PLAN);
}

/** Bundles them for the next start, if they are not. */
export async function keepServiceProgram(): Promise<void> {
  const folder = place();
  if (folder !== undefined && currentProgram(folder, PLAN) === undefined) await makeProgram(folder, PLAN);
}

/**
 * In a process that leaves the processors to the running service, and ends with this one.
 * @param onFailure with what it said
 */
export function keepServiceProgramApart(onFailure: (said: string) => void): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL('keep-service-program.ts', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {},
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said = (said + chunk).slice(-2000)));
  child.once('error', (error) => onFailure(error.message));
  child.once('close', (code) => {
    if (code !== null && code !== 0) onFailure(said);
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, 19);
  } catch {
    // It has already exited, or this system has no priorities.
  }
  return child;
}
