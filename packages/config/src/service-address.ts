import { z } from 'zod';
import { baseUrl, integer } from './fields.ts';

/** Where the API is reached. The requests of scans name it as their sender's address. */
export const ServiceAddress = z.object({
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PORT: integer(0, 65_535).default(3000),
  PUBLIC_BASE_URL: baseUrl().optional(),
});
