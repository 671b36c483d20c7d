// After the install: bundles the services and the scanner, so that the first start is as fast as later ones. Nothing
// depends on it: a start without bundles reads the modules, and makes the bundles for the next one.
import { existsSync } from 'node:fs';

// Not in an install without development dependencies, and not on a Node that reads no TypeScript.
if (process.features.typescript && existsSync(new URL('../node_modules/esbuild', import.meta.url))) {
  try {
    const { keepServiceProgram } = await import('../apps/launcher/src/service-program.ts');
    const { scannerProgram } = await import('../apps/scan-worker/src/scanner/scanner-program.ts');
    await keepServiceProgram();
    await scannerProgram();
  } catch (error) {
    console.error('the services could not be bundled, so the first start is slower:', error);
  }
}
