/** Languages of the pages, the default first. */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in that language, for the links that switch to it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' };

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/**
 * RFC 9110 §12.5.4: the supported language with the highest weight, by its primary tag (`hi-IN` is
 * Hindi). `*`, an empty header and an invalid one give English.
 */
export function fromAcceptLanguage(header: string | undefined): Language {
  let best: { language: Language; weight: number } | undefined;
  for (const part of (header ?? '').slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.split(';');
    const language = range.trim().toLowerCase().split('-', 1)[0];
    const q = parameters.find((parameter) => /^\s*q=/i.test(parameter))?.split('=')[1];
    const weight = q === undefined ? 1 : Number(q);
    if (isLanguage(language) && weight > 0 && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? 'en';
}
