import { javascriptString, phpString } from './quoting.ts';

/** Set when the answer is written, so that what a route has set before is replaced. */
export function express(name: string, value: string, remarks: readonly string[]): string {
  return [
    ...remarks.map((remark) => `// ${remark}`),
    '// Before the routes.',
    'app.use((req, res, next) => {',
    '  const writeHead = res.writeHead;',
    '  res.writeHead = function (...answer) {',
    `    res.setHeader(${javascriptString(name)}, ${javascriptString(value)});`,
    '    return writeHead.apply(this, answer);',
    '  };',
    '  next();',
    '});',
  ].join('\n');
}

/** helmet has an option of its own for these; other headers are set as in plain Express. */
export function helmet(name: string, value: string, remarks: readonly string[]): string | null {
  const option = helmetOption(name.toLowerCase(), value);
  if (option === null) return null;
  return [
    ...remarks.map((remark) => `// ${remark}`),
    "const helmet = require('helmet');",
    '// One call for the whole application: add this to the options that are there.',
    `app.use(helmet({ ${option} }));`,
  ].join('\n');
}

function helmetOption(name: string, value: string): string | null {
  switch (name) {
    case 'content-security-policy':
      return `contentSecurityPolicy: { useDefaults: false, directives: { ${cspDirectives(value)} } }`;
    case 'strict-transport-security': {
      const maxAge = /max-age=(\d+)/i.exec(value)?.[1];
      if (maxAge === undefined) return null;
      const flags = `includeSubDomains: ${/includesubdomains/i.test(value)}, preload: ${/preload/i.test(value)}`;
      return `strictTransportSecurity: { maxAge: ${maxAge}, ${flags} }`;
    }
    case 'x-frame-options':
      return /^(?:deny|sameorigin)$/i.test(value) ? `xFrameOptions: { action: '${value.toLowerCase()}' }` : null;
    case 'x-content-type-options':
      return 'xContentTypeOptions: true';
    case 'referrer-policy':
      return `referrerPolicy: { policy: ${javascriptString(value)} }`;
    default:
      return null;
  }
}

function cspDirectives(policy: string): string {
  return policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name)
    .map(
      ([name = '', ...sources]) => `${JSON.stringify(name)}: [${sources.map((one) => JSON.stringify(one)).join(', ')}]`,
    )
    .join(', ');
}

export function nextjs(name: string, value: string, remarks: readonly string[]): string {
  return [
    '// next.config.js: one list for all headers. Middleware that sets this field has to go.',
    ...remarks.map((remark) => `// ${remark}`),
    'module.exports = {',
    '  async headers() {',
    '    return [',
    `      { source: '/:path*', headers: [{ key: ${javascriptString(name)}, value: ${javascriptString(value)} }] },`,
    '    ];',
    '  },',
    '};',
  ].join('\n');
}

/** Plugins send theirs on the same hook; this one comes last and replaces them. */
export function wordpress(name: string, value: string, remarks: readonly string[]): string {
  return [
    '<?php',
    '// wp-content/mu-plugins/security-headers.php. Pages from a page cache need it in the web server instead.',
    ...remarks.map((remark) => `// ${remark}`),
    "add_action( 'send_headers', function () {",
    `    header( ${phpString(`${name}: ${value}`)}, true );`,
    '}, PHP_INT_MAX );',
  ].join('\n');
}
