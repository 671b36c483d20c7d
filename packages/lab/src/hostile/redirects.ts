import type { Socket } from 'node:net';
import { OK, send, type HostileSite } from './hostile-site.ts';

const to = (location: string, more = ''): string =>
  `HTTP/1.1 302 Found\r\nLocation: ${location}\r\n${more}Content-Length: 0\r\n\r\n`;

const counted = (more: (n: number) => string = () => ''): HostileSite['serve'] => {
  let n = 0;
  return (socket: Socket) => socket.end(to(`/hop/${(n += 1)}`, more(n)));
};

export const REDIRECTS: readonly HostileSite[] = [
  { name: 'redirect-loop', what: 'redirects to itself', ends: 'report', layer: 'https', serve: send(to('/')) },
  { name: 'redirect-1000', what: 'redirects a thousand times', ends: 'report', layer: 'http', serve: counted() },
  {
    name: 'redirect-cookies',
    what: 'redirects with a new cookie each time',
    ends: 'report',
    layer: 'http',
    serve: counted((n) => `Set-Cookie: n=${n}\r\n`),
  },
  {
    name: 'redirect-body',
    what: 'a redirect with a body that never ends',
    ends: 'report',
    layer: 'http',
    serve: (socket, path) => {
      if (path === '/') socket.write(`HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 999999999\r\n\r\nx`);
      else socket.end(`${OK}\r\n<p>`);
    },
  },
  {
    name: 'redirect-loopback',
    what: 'redirects to a loopback address',
    ends: 'refused',
    layer: 'https',
    serve: send(to('http://127.0.0.1:8080/')),
  },
  {
    name: 'redirect-metadata',
    what: 'redirects to the cloud metadata service',
    ends: 'refused',
    layer: 'http',
    serve: send(to('http://169.254.169.254/latest/meta-data/')),
  },
  {
    name: 'redirect-gopher',
    what: 'redirects to another protocol',
    ends: 'refused',
    layer: 'http',
    serve: send(to('gopher://127.0.0.1:6379/_INFO')),
  },
  {
    name: 'redirect-long',
    what: 'a Location field of 100 kB',
    ends: 'report',
    layer: 'http',
    serve: send(to(`/${'a'.repeat(100_000)}`)),
  },
  {
    name: 'redirect-many',
    what: 'a hundred Location fields',
    ends: 'report',
    layer: 'http',
    serve: send(
      `HTTP/1.1 302 Found\r\n${Array.from({ length: 100 }, (_, i) => `Location: /${i}\r\n`).join('')}Content-Length: 0\r\n\r\n`,
    ),
  },
];
