import { z } from 'zod';

/** Specification §7: one field for every error. */
export const ErrorBody = z.object({ error: z.string() });

/** The error responses that every scanning endpoint can give. */
export const scanErrors = { 400: ErrorBody, 429: ErrorBody, 502: ErrorBody, 503: ErrorBody } as const;
