import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { running } from '../../../../test/descendants.ts';

it.skipIf(process.platform === 'win32')(
  'a server whose starter was killed ends, but not before the processes that use it',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-guard-'));
    await chmod(dataDir, 0o755);
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const user = spawn('sleep', ['300'], { stdio: 'ignore' });
    const module = JSON.stringify(new URL('cluster.ts', import.meta.url).href);
    const source = `import { startCluster } from ${module};
      const { pid, usedBy } = await startCluster({ dataDir: ${JSON.stringify(dataDir)}, ephemeral: true });
      usedBy(${user.pid});
      process.stdout.write(String(pid));
      setInterval(() => undefined, 1000);`;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(starter.stdout, 'data')) as [Buffer];
    const server = Number(said.toString());
    onTestFinished(() => {
      for (const pid of running([server, user.pid ?? 0])) process.kill(pid, 'SIGQUIT');
    });
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(running([server])).toEqual([server]);
    user.kill('SIGKILL');
    await expect.poll(() => running([server])).toEqual([]);
  },
  120_000,
);
