import { z } from 'zod';

/** Specification §7: one field for every error. */
export const ErrorBody = z.object({ error: z.string() });

/** The responses a scanning endpoint can give beside its 200. */
export const scanErrors = { 400: ErrorBody, 429: ErrorBody, 502: ErrorBody, 503: ErrorBody } as const;
