import { javascriptString } from './quoting.ts';
import { nginxString } from './servers.ts';

/** A response-header transform rule, as the rulesets API and the dashboard's JSON take it. */
export function cloudflare(name: string, value: string, remarks: readonly string[]): string {
  const rule = {
    description: [`Set ${name}.`, ...remarks].join(' ').slice(0, 500),
    expression: 'true',
    action: 'rewrite',
    action_parameters: { headers: { [name]: { operation: 'set', value } } },
  };
  return JSON.stringify(rule, null, 2);
}

/** A function on viewer response: it overwrites what the origin sends. */
export function cloudfront(name: string, value: string, remarks: readonly string[]): string {
  return [
    '// CloudFront function on "viewer response"; one function sets all headers.',
    ...remarks.map((remark) => `// ${remark}`),
    'function handler(event) {',
    '  var response = event.response;',
    `  response.headers[${javascriptString(name.toLowerCase())}] = { value: ${javascriptString(value)} };`,
    '  return response;',
    '}',
  ].join('\n');
}

/** vercel.json: one list for all headers. */
export function vercel(name: string, value: string): string {
  return JSON.stringify({ headers: [{ source: '/(.*)', headers: [{ key: name, value }] }] }, null, 2);
}

/** A basic string of TOML knows the escapes of JSON. */
export function netlify(name: string, value: string, remarks: readonly string[]): string {
  return [
    '# netlify.toml',
    ...remarks.map((remark) => `# ${remark}`),
    '[[headers]]',
    '  for = "/*"',
    '  [headers.values]',
    `    ${name} = ${JSON.stringify(value)}`,
  ].join('\n');
}

/** ingress-nginx has the headers-more module. A dollar would need a variable of the controller's own configuration. */
export function kubernetes(name: string, value: string, remarks: readonly string[]): string | null {
  if (value.includes('$')) return null;
  return [
    '# An annotation of the Ingress; the controller has to allow snippets (allow-snippet-annotations).',
    ...remarks.map((remark) => `# ${remark}`),
    'metadata:',
    '  annotations:',
    '    nginx.ingress.kubernetes.io/configuration-snippet: |',
    `      more_set_headers ${nginxString(`${name}: ${value}`)};`,
  ].join('\n');
}
