import type { Plugin } from 'esbuild';

/** Texts of schema faults in some sixty languages, of which only the English ones can ever be shown: parsed at every start. */
export const englishAlone: Plugin = {
  name: 'english-alone',
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};
