import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/ops/',
  plugins: [react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
