import manifest from '../package.json' with { type: 'json' };

/** Shown in every report. Raised whenever the same evidence would be judged differently. */
export const ENGINE_VERSION: string = manifest.version;
