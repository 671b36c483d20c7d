import type { AnyCheck } from '../../check.ts';
import contact from './contact.ts';
import expires from './expires.ts';
import format from './format.ts';
import published from './published.ts';

/**
 * In report order. All faults of a file together cost no more than having no file,
 * so that removing a faulty file never improves the score.
 */
export const securityTxtChecks: readonly AnyCheck[] = [published, contact, expires, format];
