// @ts-check
/** `npm run -s palisade -- <command>`: the scanner without a server, and the operator's tools. */
import { enableCompileCache } from 'node:module';
import { keepOwnerPermissions } from '@palisade/config/owner-permissions';
import { programCache } from '@palisade/config/program-cache';

keepOwnerPermissions();
// First of all: modules that Node compiled at an earlier start take half as long at this one.
const folder = programCache('palisade-modules', 0o700);
if (folder !== undefined) enableCompileCache(folder);
await import('./command-line.ts');
