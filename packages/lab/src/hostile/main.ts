import { HOSTILE_SITES } from './all.ts';
import { startHostileLab } from './hostile-lab.ts';
import type { HonestSite, LabDescription } from './lab-process.ts';

// The child of `startHostileLabProcess`; it exits with its parent.
process.once('message', (honest) => void open(honest as HonestSite[]));
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));

async function open(honest: readonly HonestSite[]): Promise<void> {
  const { lab, sites } = await startHostileLab(HOSTILE_SITES, honest);
  const description: LabDescription = {
    policy: lab.policy,
    env: lab.env,
    hostile: sites.map(({ name, url }) => ({ name, url })),
    honest: honest.map(({ host }) => ({ host, url: lab.url(host) })),
  };
  process.send?.(description);
}
