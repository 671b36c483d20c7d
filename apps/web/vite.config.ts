import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The API's Content-Security-Policy allows files from itself and nothing inline.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
