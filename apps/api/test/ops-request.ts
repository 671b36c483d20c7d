import { request } from 'node:http';
import type { RunningApi } from './running-api.ts';

/** One page of each part of the operators' routes. */
export const OPS_PATHS = [
  '/ops',
  '/ops/api/health',
  '/ops/api/session',
  '/metrics',
  '/ops/queues/',
  '/ops/queues/api/queues',
];

/** Sends exactly these headers: `fetch` does not allow setting Host. */
export function asked(
  of: RunningApi,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(of.baseUrl + path, { headers: { host: 'localhost', ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    call.on('error', reject).end();
  });
}
