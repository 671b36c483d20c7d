import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '@palisade/db/embedded/cluster';

export interface BenchCluster {
  url: string;
  pid: number;
  dataDir: string;
  close(): Promise<void>;
}

/** A PostgreSQL of the benchmark's own, with fsync, as in production. */
export async function startBenchCluster(): Promise<BenchCluster> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-bench-'));
  await chmod(dataDir, 0o755);
  const cluster = await startCluster({ dataDir });
  process.once('SIGTERM', () => void cluster.stop().then(() => process.exit(1)));
  return {
    url: cluster.url,
    pid: cluster.pid,
    dataDir,
    async close() {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
