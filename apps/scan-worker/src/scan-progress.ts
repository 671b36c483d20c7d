import type { Broadcast } from '@palisade/queue/broadcast';
import { SCAN_PROGRESS, SCAN_WATCH } from '@palisade/queue/topics';

export interface ScanProgress {
  /** What to call as each part of the scan's evidence arrives. */
  follow(scanId: string): (part: string) => void;
  /** The scan is over. */
  end(scanId: string): void;
}

/** Watchers register before a worker takes their scan. Registrations for scans that never arrive are dropped, oldest first. */
const REMEMBERED = 1000;

/**
 * Notifies the watchers of a scan which parts of its evidence have arrived. Only watched scans cost messages.
 * A late watcher first gets what has already arrived. A lost message costs one line on a page.
 */
export async function createScanProgress(
  broadcast: Broadcast,
  onError: (error: unknown) => void,
): Promise<ScanProgress> {
  const watched = new Set<string>();
  const running = new Map<string, string[]>();
  const tell = (scanId: string, part: string) =>
    void broadcast.publish(SCAN_PROGRESS, `${scanId} ${part}`).catch(onError);

  await broadcast.subscribe(SCAN_WATCH, (scanId) => {
    watched.add(scanId);
    const [oldest] = watched;
    if (watched.size > REMEMBERED && oldest !== undefined) watched.delete(oldest);
    for (const part of running.get(scanId) ?? []) tell(scanId, part);
  });

  return {
    follow(scanId) {
      const parts: string[] = [];
      running.set(scanId, parts);
      return (part) => {
        parts.push(part);
        if (watched.has(scanId)) tell(scanId, part);
      };
    },
    end(scanId) {
      running.delete(scanId);
      watched.delete(scanId);
    },
  };
}
