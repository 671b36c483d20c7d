import { z } from 'zod';
import { integer, url } from './fields.ts';

/** Links are made by adding a path to it. */
const isBase = (text: string) => !/[?#]/.test(text) && (URL.parse(text)?.username ?? '') === '';

/** Where the API is reached. The requests of scans name it as their sender's address. */
export const ServiceAddress = z.object({
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PORT: integer(0, 65_535).default(3000),
  PUBLIC_BASE_URL: url('http:', 'https:').refine(isBase, 'must not contain ?, # or a user').optional(),
});
