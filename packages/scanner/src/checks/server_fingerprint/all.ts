import type { AnyCheck } from '../../check.ts';
import developmentServer from './development-server.ts';
import endOfLife from './end-of-life.ts';
import versionDisclosure from './version-disclosure.ts';

/** In report order. */
export const serverFingerprintChecks: readonly AnyCheck[] = [versionDisclosure, endOfLife, developmentServer];
