import type { Operation } from './document.ts';

const field = (name: string, description: string, example: string) => ({
  in: 'header',
  name,
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** What this service sends to its callers. */
export const WEBHOOKS: Readonly<Record<string, { post: Operation }>> = {
  batchDone: {
    post: {
      operationId: 'batchDone',
      tags: ['Scans'],
      summary: 'All scans of a batch have finished',
      description:
        'Posted to `callback_url` and signed according to https://www.standardwebhooks.com. Verify it with one of its ' +
        'libraries and the `callback.secret` of the batch. Retried after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h ' +
        'until the receiver returns a 2xx status within 10 s. 410 stops the retries. It may arrive twice: `webhook-id` is ' +
        'then the same.',
      security: [],
      parameters: [
        field('webhook-id', 'ID of this message.', 'msg_5f0c2b1e-8f6f-4c8e-9c6d-2f3f0a7b6c5d'),
        field('webhook-timestamp', 'When this attempt was signed, as a Unix timestamp in seconds.', '1795340400'),
        field('webhook-signature', '`v1,` and the HMAC-SHA-256.', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/BatchDone' } } },
      },
      responses: {
        '204': { description: 'Received.' },
        '410': { description: 'No longer wanted: it is not sent again.' },
      },
    },
  },
};
