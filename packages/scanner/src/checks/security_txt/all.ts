import type { AnyCheck } from '../../check.ts';
import contact from './contact.ts';
import expires from './expires.ts';
import format from './format.ts';
import published from './published.ts';

/**
 * In report order. What is wrong with a file costs together no more than having none,
 * so that taking a faulty one down never pays.
 */
export const securityTxtChecks: readonly AnyCheck[] = [published, contact, expires, format];
