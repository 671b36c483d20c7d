import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContextOptions } from 'node:tls';
import { sharedCa, type Ca, type CertificateRequest } from './ca.ts';
import { nextLabAddress } from './site/lab-address.ts';

/** How a mail server misbehaves before it accepts a message. */
export type SmtpFault =
  /** EHLO is answered without STARTTLS. */
  | 'no-starttls'
  /** STARTTLS is offered, and then refused with 454. */
  | 'starttls-refused'
  /** STARTTLS is offered, and answered with 421, as any command may be (RFC 5321 §3.8). */
  | 'starttls-busy'
  /** 220 to STARTTLS, and then bytes that are not a handshake. */
  | 'broken-handshake'
  /** The same, in the first session only. */
  | 'broken-once'
  /** 554 instead of a greeting. */
  | 'rejects'
  /** Accepts the connection and says nothing. */
  | 'silent'
  /** An endless greeting. */
  | 'endless'
  /** Speaks another protocol. */
  | 'not-smtp';

export interface SmtpServerOptions {
  host: string;
  fault?: SmtpFault;
  ca?: Ca;
  /** Options of the certificate; its name defaults to the host's. */
  certificate?: Partial<CertificateRequest>;
  tls?: SecureContextOptions;
}

export interface SmtpServer {
  host: string;
  address: string;
  port: number;
  /** Lines that clients have sent, in clear or encrypted. */
  said: string[];
  connections(): number;
  close(): Promise<void>;
}

/** A mail server that greets, offers STARTTLS and accepts no message. */
export async function startSmtpServer(options: SmtpServerOptions): Promise<SmtpServer> {
  const { host, fault, certificate = {}, tls = {} } = options;
  const ca = options.ca ?? (await sharedCa());
  const issued = await ca.issue({ names: [host], ...certificate });
  const secureContext = createSecureContext({ key: issued.key, cert: issued.chainPem, ...tls });
  const sockets = new Set<Socket>();
  const said: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, { host, fault, secureContext, said, isFirst: connections === 1 });
  });
  server.listen(0, nextLabAddress());
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  return {
    host,
    address,
    port,
    said,
    connections: () => connections,
    async close() {
      // The last lines of clients may still be in transit.
      const patience = setTimeout(() => sockets.forEach((socket) => socket.destroy()), 100);
      await new Promise((done) => server.close(done));
      clearTimeout(patience);
    },
  };
}

interface Serving {
  host: string;
  fault: SmtpFault | undefined;
  secureContext: ReturnType<typeof createSecureContext>;
  said: string[];
  isFirst: boolean;
}

function serve(socket: Socket, { host, fault, secureContext, said, isFirst }: Serving): void {
  if (fault === 'silent') return;
  if (fault === 'not-smtp') return void socket.end('SSH-2.0-OpenSSH_9.2p1\r\n');
  if (fault === 'endless') {
    const timer = setInterval(() => socket.write(`220-${'x'.repeat(500)}\r\n`.repeat(20)), 1);
    socket.on('close', () => clearInterval(timer));
    return;
  }
  if (fault === 'rejects') return void socket.end(`554 5.7.1 ${host} no service for your address\r\n`);
  socket.write(`220-${host} ESMTP\r\n220 ready\r\n`);
  const talk = (line: string): void => {
    said.push(line);
    const [verb = ''] = line.toUpperCase().split(' ', 1);
    if (verb === 'EHLO') {
      const offered = fault === 'no-starttls' ? [] : ['STARTTLS'];
      const lines = [host, 'PIPELINING', ...offered, 'SMTPUTF8'];
      socket.write(lines.map((one, at) => `250${at === lines.length - 1 ? ' ' : '-'}${one}\r\n`).join(''));
    } else if (verb === 'STARTTLS' && fault === 'starttls-refused') {
      socket.write('454 4.7.0 TLS not available due to local problem\r\n');
    } else if (verb === 'STARTTLS' && fault === 'starttls-busy') {
      socket.end('421 4.3.2 too busy\r\n');
    } else if (verb === 'STARTTLS') {
      socket.off('data', onData);
      socket.write('220 go ahead\r\n');
      if (fault === 'broken-handshake' || (fault === 'broken-once' && isFirst))
        socket.once('data', () => socket.end('no handshake here\r\n'));
      else encrypt();
    } else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else socket.write('502 not implemented\r\n');
  };
  const onData = (chunk: Buffer): void => {
    for (const line of chunk.toString('latin1').split('\r\n')) if (line !== '') talk(line);
  };
  const encrypt = (): void => {
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => socket.destroy());
    secure.on('data', (chunk: Buffer) => {
      said.push(`TLS ${chunk.toString('latin1').trim()}`);
      secure.end('221 bye\r\n');
    });
  };
  socket.on('data', onData);
}
