import type { WorldAnswer } from '../page-world.ts';

export function html(title: string, head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

/** Readable cross-origin, so that a hash can be verified. */
export function shared(body: string): WorldAnswer {
  return { body, headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } };
}

/** Adds a script as loader snippets do. */
export function loader(src: string): string {
  return `(function(d,s){var j=d.createElement(s),f=d.getElementsByTagName(s)[0];j.async=true;j.src='${src}';f.parentNode.insertBefore(j,f)})(document,'script');`;
}
