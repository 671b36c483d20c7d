import type { Frame, Page } from '../frame.ts';
import { LANGUAGES, type Language } from '../words/language.ts';

export function Head({ page, frame }: { page: Page; frame: Frame }) {
  const address = frame.baseUrl + frame.path;
  const inWords = (language: Language) => `${address}?lang=${language}`;
  const title = `${page.title} · ${frame.serviceName}`;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={page.description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#111613" media="(prefers-color-scheme: dark)" />
      {page.noindex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={frame.asked ? inWords(frame.language) : address} />
          {LANGUAGES.map((language) => (
            <link key={language} rel="alternate" hrefLang={language} href={inWords(language)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={frame.serviceName} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={address} />
      {page.image && (
        <>
          <meta property="og:image" content={frame.baseUrl + page.image.path} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={page.image.alt} />
        </>
      )}
      <meta name="twitter:card" content={page.image ? 'summary_large_image' : 'summary'} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      {frame.assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {frame.assets.scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </head>
  );
}
