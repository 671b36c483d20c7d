import {
  bareWord,
  fieldLine,
  type FieldValue,
  javascriptString,
  json,
  jsonString,
  nginxString,
  type Snippet,
  snippet,
  snippetLines,
} from './quoting.ts';

/** A response-header transform rule, as the rulesets API and the dashboard's JSON take it. */
export function cloudflare(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet {
  const rule = {
    description: [`Set ${name}.`, ...remarks].join(' ').slice(0, 500),
    expression: 'true',
    action: 'rewrite',
    action_parameters: { headers: { [name]: { operation: 'set', value } } },
  };
  return json(rule);
}

/** A function on viewer response: it overwrites what the origin sends. */
export function cloudfront(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet {
  return snippetLines(
    snippet`// CloudFront function on "viewer response"; one function sets all headers. CloudFront runs none for a status of 400`,
    snippet`// and above: a response headers policy with "Origin override" covers those, too.`,
    remarks.map((remark) => snippet`// ${remark}`),
    snippet`function handler(event) {`,
    snippet`  var response = event.response;`,
    snippet`  response.headers[${javascriptString(bareWord(name.toLowerCase()))}] = { value: ${javascriptString(value)} };`,
    snippet`  return response;`,
    snippet`}`,
  );
}

/** vercel.json: one list for all headers. */
export function vercel(name: Snippet, value: FieldValue): Snippet {
  return json({ headers: [{ source: '/(.*)', headers: [{ key: name, value }] }] });
}

/** A basic string of TOML knows the escapes of JSON. */
export function netlify(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet {
  return snippetLines(
    snippet`# netlify.toml; not for responses of functions, edge functions and proxied sites: set it there`,
    remarks.map((remark) => snippet`# ${remark}`),
    snippet`[[headers]]`,
    snippet`  for = "/*"`,
    snippet`  [headers.values]`,
    snippet`    ${name} = ${jsonString(value)}`,
  );
}

/** ingress-nginx has the headers-more module. A dollar would need a variable of the controller's own configuration. */
export function kubernetes(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet | null {
  if (value.includes('$')) return null;
  return snippetLines(
    snippet`# An annotation on the Ingress. The controller must allow snippets: allow-snippet-annotations set to "true" and,`,
    snippet`# since ingress-nginx 1.12, annotations-risk-level set to Critical.`,
    remarks.map((remark) => snippet`# ${remark}`),
    snippet`metadata:`,
    snippet`  annotations:`,
    snippet`    nginx.ingress.kubernetes.io/configuration-snippet: |`,
    snippet`      more_set_headers ${nginxString(fieldLine(name, value))};`,
  );
}
