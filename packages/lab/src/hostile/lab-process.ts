import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Lab } from '../lab.ts';
import type { SiteContent } from '../site.ts';

/** What the child process reports about its lab: plain data. */
export interface LabDescription {
  policy: Lab['policy'];
  env: Lab['env'];
  hostile: { name: string; url: string }[];
  honest: { host: string; url: string }[];
}

export interface LabProcess extends LabDescription {
  close(): Promise<void>;
}

/** An ordinary site as plain data: functions cannot be sent to another process. */
export interface HonestSite {
  host: string;
  https?: SiteContent;
  http?: SiteContent | 'redirect' | 'close' | 'none';
  httpsPort?: number;
}

/**
 * Runs the hostile lab in its own process, so that neither the load of the floods nor the memory
 * of the bombs is counted as the scanner's.
 */
export async function startHostileLabProcess(honest: readonly HonestSite[] = []): Promise<LabProcess> {
  const child = fork(new URL('main.ts', import.meta.url), { execArgv: [] });
  child.send(honest);
  const [description] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the hostile lab did not start');
    }),
  ])) as [LabDescription];
  return {
    ...description,
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
