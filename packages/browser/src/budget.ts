/** What the pages of one scan may cost, over all loads. */
export interface Budget {
  /** From the moment the browser is requested. */
  wallMs: number;
  /** Requests of every kind, in every frame and worker. */
  requests: number;
  /** Read from and written to the network. */
  bytes: number;
  connections: number;
  /** Private memory of all the browser's processes. */
  memoryBytes: number;
  cpuMs: number;
}

export const BUDGET: Budget = {
  wallMs: 20_000,
  requests: 2_000,
  bytes: 64 * 1024 * 1024,
  connections: 300,
  memoryBytes: 768 * 1024 * 1024,
  cpuMs: 20_000,
};

/** For several pages of one site, which are loaded one after the other: the memory limit stays that of one page. */
export function budgetOf(pages: number): Budget {
  const { wallMs, requests, bytes, connections, memoryBytes, cpuMs } = BUDGET;
  return {
    wallMs: wallMs * pages,
    requests: requests * pages,
    bytes: bytes * pages,
    connections: connections * pages,
    memoryBytes,
    cpuMs: cpuMs * pages,
  };
}
