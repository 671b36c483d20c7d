// @ts-check
/** `npm start`: the whole service on one machine (launch.ts). */
import { enableCompileCache } from 'node:module';
import { keepOwnerPermissions } from '@palisade/config/owner-permissions';
import { programCache } from '@palisade/config/program-cache';

keepOwnerPermissions();
// Other users may change nothing that the service creates, whatever the umask.
process.umask(process.umask() | 0o022);
// Before anything else is read: what Node has compiled at an earlier start takes half as long at this one.
const folder = programCache('palisade-modules', 0o700);
if (folder !== undefined) enableCompileCache(folder);
const { serviceProgram } = await import('./service-program.ts');
const program = serviceProgram();
await import(program === undefined ? './launch.ts' : new URL('launch.mjs', program).href);
