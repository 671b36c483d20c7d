/** Sites use 127.77.0.0/16: loopback, but not the 127.0.0.1 that a scan must never reach. */
export const LAB_SITES_CIDR = '127.77.0.0/16';

// Test processes run in parallel. Each starts at a different address, so that collisions are rare.
let last = (process.pid * 97) % 64_000;

export function nextLabAddress(): string {
  last = (last + 1) % 64_000;
  return `127.77.${Math.floor(last / 250) % 256}.${(last % 250) + 2}`;
}
