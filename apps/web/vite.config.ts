import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

/**
 * One build with two results: the files that browsers load (dist/client, with hashes in their
 * names, precompressed) and the module with which the API renders pages (dist/server/pages.js).
 */
export default defineConfig({
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // The Content-Security-Policy allows files from the service itself, but nothing inline.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rollupOptions: { input: 'src/client/main.ts' },
      },
    },
    server: {
      consumer: 'server',
      // Everything from node_modules and the workspace is loaded by Node as it is.
      resolve: { external: true },
      build: {
        ssr: true,
        outDir: 'dist/server',
        emitAssets: false,
        copyPublicDir: false,
        rollupOptions: { input: 'src/pages.tsx' },
      },
    },
  },
  plugins: [precompress()],
});
