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

/** A separate PostgreSQL for the benchmark, with fsync, as in production. */
export async function startBenchCluster(): Promise<BenchCluster> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-bench-'));
  await chmod(dataDir, 0o755);
  const start = new AbortController();
  const starting = startCluster({ dataDir, signal: start.signal });
  // Its server is in a separate session from the start.
  process.once('SIGTERM', () => {
    start.abort();
    void starting
      .then((running) => running.stop())
      .catch(() => undefined)
      .then(() => process.exit(1));
  });
  const cluster = await starting;
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
