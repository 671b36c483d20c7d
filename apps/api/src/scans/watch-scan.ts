import type { Broadcast } from '@palisade/queue/broadcast';
import { SCAN_PROGRESS, SCAN_WATCH } from '@palisade/queue/topics';

/** Calls back with each part of a scan that a worker has gathered, until the returned function is called. */
export type WatchScan = (scanId: string, onPart: (part: string) => void) => () => void;

/** Progress for a page that waits. Nothing depends on it: if a message is lost, a line is not shown. */
export function createWatchScan(broadcast: Broadcast, onError: (error: unknown) => void): WatchScan {
  const watchers = new Map<string, Set<(part: string) => void>>();
  let listening: Promise<void> | undefined;
  const listen = (): Promise<void> => {
    listening ??= broadcast
      .subscribe(SCAN_PROGRESS, (message) => {
        const [scanId = '', part = ''] = message.split(' ');
        for (const onPart of watchers.get(scanId) ?? []) onPart(part);
      })
      .catch((error: unknown) => {
        listening = undefined;
        throw error;
      });
    return listening;
  };

  return (scanId, onPart) => {
    const own = watchers.get(scanId) ?? new Set();
    watchers.set(scanId, own.add(onPart));
    void listen()
      .then(() => broadcast.publish(SCAN_WATCH, scanId))
      .catch(onError);
    return () => {
      own.delete(onPart);
      if (own.size === 0 && watchers.get(scanId) === own) watchers.delete(scanId);
    };
  };
}
