/**
 * A small message to every process: "scan X is done", "cancel scan X". It may be lost
 * (a connection closes at the wrong moment), so nothing depends on it alone: the stored
 * row is the truth, and a sweep finds what a lost message did not announce.
 */
export interface Broadcast {
  publish(topic: string, message: string): Promise<void>;
  /** Resolves once messages published from now on will arrive. */
  subscribe(topic: string, onMessage: (message: string) => void): Promise<void>;
  /** Called after a reconnect: messages may have been missed. */
  onReconnect(listener: () => void): void;
  /** Rejects if messages and jobs cannot be stored now. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
