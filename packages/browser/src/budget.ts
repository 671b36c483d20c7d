/** What one scan's pages may cost, all loads together. */
export interface Budget {
  /** From the moment the browser is wanted. */
  wallMs: number;
  /** Of every kind, in every frame and worker. */
  requests: number;
  /** Read from and written to the network. */
  bytes: number;
  connections: number;
  /** Private memory of all its processes. */
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

/** Of several pages of one site, which are loaded one after the other: memory is what one page may have. */
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
