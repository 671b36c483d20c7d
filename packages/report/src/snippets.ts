import type { FixSnippets } from './report.ts';
import type { SnippetName } from './snippet-order.ts';
import { cloudflare, cloudfront, kubernetes, netlify, vercel } from './snippets/platforms.ts';
import { express, helmet, nextjs, wordpress } from './snippets/frameworks.ts';
import { bareWord, fieldValue, type FieldValue, type Snippet, snippet } from './snippets/quoting.ts';
import { apache, caddy, iis, nginx } from './snippets/servers.ts';

/**
 * One header in the configuration language of each server, with the quoting its parser needs. Each one
 * replaces what the application sends: with two fields browsers act on the first or the last one, by header.
 */
export function fixSnippets(header: string, text: string): FixSnippets {
  const [name, value] = [bareWord(header), fieldValue(text)];
  const remarks = remarksOn(name, value);
  return {
    nginx: nginx(name, value, remarks),
    apache: apache(name, value, remarks),
    caddy: caddy(name, value, remarks),
    express: express(name, value, remarks),
    cloudflare: cloudflare(name, value, remarks),
    ...optional('iis', iis(name, value, remarks)),
    ...optional('helmet', helmet(name, value, remarks)),
    nextjs: nextjs(name, value, remarks),
    wordpress: wordpress(name, value, remarks),
    cloudfront: cloudfront(name, value, remarks),
    vercel: vercel(name, value),
    netlify: netlify(name, value, remarks),
    ...optional('kubernetes', kubernetes(name, value, remarks)),
  };
}

function optional<K extends SnippetName>(name: K, text: string | null): Partial<Record<K, string>> {
  return text === null ? {} : ({ [name]: text } as Partial<Record<K, string>>);
}

/** What has to be known before the value is pasted; written as comments where the format has them. */
function remarksOn(name: Snippet, value: FieldValue): Snippet[] {
  const placeholder = /REPLACE_WITH_[A-Z_]+/.exec(value)?.[0];
  return [
    ...(placeholder
      ? [
          snippet`Placeholder: ${bareWord(placeholder)} must be a new random value in every response, and the same value on the page.`,
        ]
      : []),
    ...(name.toLowerCase() === 'strict-transport-security'
      ? [
          snippet`Raise in stages: max-age=300 first, then 604800, then this value, moving on when nothing breaks. Browsers keep it that long.`,
          ...(/includesubdomains/i.test(value)
            ? [snippet`includeSubDomains disables plain http on every subdomain, internal ones included.`]
            : []),
        ]
      : []),
    ...(name.toLowerCase() === 'content-security-policy'
      ? [snippet`Test it as Content-Security-Policy-Report-Only first.`]
      : []),
  ];
}
