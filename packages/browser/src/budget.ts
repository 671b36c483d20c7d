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
