/** The launcher starts this once the service is up. It ends when the launcher does. */
import { keepServiceProgram } from './service-program.ts';

process.stdin.once('close', () => process.exit()).resume();
await keepServiceProgram();
process.exit();
