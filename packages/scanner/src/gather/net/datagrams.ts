import { createSocket } from 'node:dgram';
import type { ResolvedAddress } from './egress.ts';

/** Datagrams to one checked address and port, and only from there. */
export interface Datagrams {
  send(bytes: Uint8Array): void;
  /** Call it once, before the first `send`: earlier datagrams are not kept. */
  onMessage(listener: (bytes: Uint8Array) => void): void;
  /** `refused`: nothing listens there. `unreachable`: there is no route to it. */
  onFault(listener: (fault: 'refused' | 'unreachable') => void): void;
  close(): void;
}

/** The only place that sends datagrams to a target. Tests replace it by a recorder. */
export type OpenDatagrams = (address: ResolvedAddress, port: number) => Datagrams;

/** The socket is connected to a literal address, so the kernel drops datagrams from other senders. */
export const openDatagrams: OpenDatagrams = ({ address, family }, port) => {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  const early: Uint8Array[] = [];
  let state: 'opening' | 'open' | 'closed' = 'opening';
  let fault: 'refused' | 'unreachable' | null = null;
  let heard: (fault: 'refused' | 'unreachable') => void = () => undefined;
  const fail = (error: Error): void => {
    if (state === 'closed' || fault !== null) return;
    fault = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : 'unreachable';
    heard(fault);
  };
  const transmit = (bytes: Uint8Array): void => {
    socket.send(bytes, (error) => error && fail(error));
  };
  socket.on('error', fail);
  socket.on('connect', () => {
    if (state !== 'opening') return;
    state = 'open';
    for (const bytes of early.splice(0)) transmit(bytes);
  });
  socket.connect(port, address);
  return {
    send(bytes) {
      if (state === 'opening') early.push(bytes);
      else if (state === 'open') transmit(bytes);
    },
    onMessage(listener) {
      socket.on('message', (bytes) => {
        if (state === 'open') listener(bytes);
      });
    },
    onFault(listener) {
      heard = listener;
      if (fault !== null) listener(fault);
    },
    close() {
      if (state === 'closed') return;
      state = 'closed';
      socket.close();
    },
  };
};
