import { z } from 'zod';

/** The key of a certificate. */
export const PublicKey = z.object({
  type: z.string(),
  bits: z.int().nullable(),
  curve: z.string().nullable(),
  flaw: z.string().optional().describe('why the private key of an RSA key can be computed'),
  limit: z.string().optional().describe('what browsers do not read in an RSA key, though it is no weakness'),
});
