import type { Plugin } from 'esbuild';

/** Zod's messages in some sixty languages would be parsed at every start. Only the English ones are ever shown. */
export const englishOnly: Plugin = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};
