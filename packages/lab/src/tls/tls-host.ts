import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { nextLabAddress } from '../site/lab-address.ts';

export interface TlsHost {
  address: string;
  port: number;
  /** Connections accepted so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Security level 0: these hosts must serve what OpenSSL rejects by default. */
const ANYTHING = 'DEFAULT:@SECLEVEL=0';

/** A host served by this runtime's own OpenSSL; answers any HTTP request with 200. */
export function serveTls(options: TlsOptions & { staple?: Buffer; address?: string; port?: number }): Promise<TlsHost> {
  const { staple, address, port, ...tls } = options;
  const server = createTlsServer({ ciphers: ANYTHING, ...tls });
  if (staple) server.on('OCSPRequest', (_certificate, _issuer, callback) => callback(null, staple));
  server.on('secureConnection', (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok'));
  });
  server.on('tlsClientError', () => undefined);
  return listen(server, address, port);
}

/** A host that handles the raw bytes itself. */
export function serveBytes(handle: (socket: Socket) => void): Promise<TlsHost> {
  return listen(createTcpServer((socket) => handle(socket)));
}

async function listen(server: Server, wanted?: string, wantedPort = 0): Promise<TlsHost> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  for (let attempt = 1; ; attempt++) {
    try {
      server.listen(wantedPort, wanted ?? nextLabAddress());
      await once(server, 'listening');
      break;
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
  const { address, port } = server.address() as AddressInfo;
  return {
    address,
    port,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
