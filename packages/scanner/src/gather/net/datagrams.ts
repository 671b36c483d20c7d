import { createSocket } from 'node:dgram';
import type { ResolvedAddress } from './egress.ts';

/** Datagrams to one checked address and port, and from there alone. */
export interface Datagrams {
  send(bytes: Uint8Array): void;
  /** Once; what came before is not kept, so this goes before the first `send`. */
  onMessage(listener: (bytes: Uint8Array) => void): void;
  /** `refused`: the address says that nothing listens there. `unreachable`: there is no way to it. */
  onFault(listener: (fault: 'refused' | 'unreachable') => void): void;
  close(): void;
}

/** The one place from which datagrams leave for a target. Tests put a recorder here. */
export type OpenDatagrams = (address: ResolvedAddress, port: number) => Datagrams;

/** A literal address, and connected, so that the kernel drops whatever comes from anywhere else. */
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
