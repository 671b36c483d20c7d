import type { Answer, OpenApiDocument, Operation } from './document.ts';

export const DOCS_STYLE = `:root{color-scheme:light dark;--line:#7778;--soft:#8881;--link:#0b57a4}
@media(prefers-color-scheme:dark){:root{--link:#8ab8ff}}
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem 1.25rem 4rem}
a{color:var(--link)}h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}h3{margin:.2rem 0;font-size:1.05rem;overflow-wrap:anywhere}
article{border:1px solid var(--line);border-radius:6px;padding:.8rem 1rem;margin:1rem 0}
pre{background:var(--soft);border:1px solid var(--line);border-radius:4px;padding:.6rem;overflow:auto;font-size:.875rem}
code{overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
summary{cursor:pointer;padding:.3rem 0}nav ul{columns:2 18rem;padding-left:1.2rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}`;

/** The document as one page: plain HTML that is there at once, with no script. */
export function docsPage(document: OpenApiDocument): string {
  const server = document.servers?.[0]?.url ?? '';
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const title = text(String(document.info['title']));
  const groups = (document.tags ?? []).map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(tag.name));
    return `<h2 id="${slug(tag.name)}">${text(tag.name)}</h2><p>${text(tag.description)}</p>${own.map((one) => article(one, document, server)).join('')}`;
  });
  const links = operations.map(
    ({ method, path, operation }) =>
      `<li><a href="#${operation.operationId ?? ''}"><code>${method.toUpperCase()} ${text(path)}</code></a></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/docs/docs.css"></head><body><header><h1>${title} ${text(String(document.info['version']))}</h1>${paragraphs(String(document.info['description']))}<p><a href="/openapi.json">OpenAPI 3.1 document</a>, to generate clients from.</p></header><nav aria-label="Operations"><ul>${links.join('')}</ul></nav><main>${groups.join('')}${schemas(document)}</main></body></html>`;
}

function article(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  document: OpenApiDocument,
  server: string,
): string {
  const body = operation.requestBody?.content['application/json'];
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${text(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${text(description ?? schema?.description ?? '')}</td></tr>`,
  );
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) =>
    answerRow(status, resolved(answer, document)),
  );
  return `<article id="${operation.operationId ?? ''}"><h3><code>${method.toUpperCase()} ${text(path)}</code></h3><p><strong>${text(operation.summary ?? '')}</strong></p>${paragraphs(operation.description ?? '')}<pre tabindex="0"><code>${text(curl(method, path, operation, server))}</code></pre>${parameters.length > 0 ? `<table><tbody>${parameters.join('')}</tbody></table>` : ''}${body?.schema ? `<details><summary>Body</summary>${code(body.schema)}</details>` : ''}<details><summary>Answers</summary>${answers.join('')}</details></article>`;
}

function answerRow(status: string, answer: Answer): string {
  const [type, media] = Object.entries(answer.content ?? {})[0] ?? [];
  const headers = Object.keys(answer.headers ?? {});
  return `<p><strong>${status}</strong> ${text(answer.description ?? '')}${type ? ` <code>${text(type)}</code>` : ''}${headers.length > 0 ? ` Headers: ${headers.map((name) => `<code>${text(name)}</code>`).join(', ')}.` : ''}</p>${media?.example === undefined ? '' : code(media.example)}`;
}

function schemas(document: OpenApiDocument): string {
  const all = Object.entries(document.components.schemas ?? {}).map(
    ([name, schema]) => `<details id="schema-${slug(name)}"><summary>${text(name)}</summary>${code(schema)}</details>`,
  );
  return `<h2 id="schemas">Schemas</h2>${all.join('')}`;
}

function curl(
  method: string,
  path: string,
  { requestBody, security, parameters = [] }: Operation,
  server: string,
): string {
  const needed = (security ?? []).some((one) => Object.keys(one).length === 0) ? [] : (security ?? []);
  const schemes = needed.flatMap((one) => Object.keys(one));
  const filled = parameters.reduce(
    (url, { name, in: place, example }) => (place === 'path' ? url.replace(`{${name}}`, String(example)) : url),
    path,
  );
  const query = schemes.includes('apiKeyInQuery') ? '?key=$KEY' : '';
  const body = requestBody?.content['application/json']?.example;
  return [
    `curl -s ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${server}${filled}${query}"`,
    ...(schemes.includes('apiKey') ? ['-H "X-API-Key: $KEY"'] : []),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ');
}

function resolved(answer: Answer, { components }: OpenApiDocument): Answer {
  return answer.$ref === undefined ? answer : (components.responses?.[answer.$ref.split('/').at(-1) ?? ''] ?? answer);
}

function code(value: unknown): string {
  return `<pre tabindex="0"><code>${text(JSON.stringify(value, null, 2))}</code></pre>`;
}

function paragraphs(words: string): string {
  return words
    .split('\n\n')
    .filter(Boolean)
    .map((part) => `<p>${text(part).replaceAll(/`([^`]+)`/gu, '<code>$1</code>')}</p>`)
    .join('');
}

function text(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
}
