import { joinedWith } from '../encoded.ts';
import {
  bareWord,
  fieldLine,
  fieldValue,
  type FieldValue,
  javascriptString,
  jsonString,
  phpString,
  type Snippet,
  snippet,
  snippetLines,
} from './quoting.ts';

/** Set when the answer is written, so that what a route has set before, or hands to writeHead itself, is replaced. */
export function express(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet {
  return snippetLines(
    remarks.map((remark) => snippet`// ${remark}`),
    snippet`// Before the routes.`,
    snippet`app.use((req, res, next) => {`,
    snippet`  const writeHead = res.writeHead;`,
    snippet`  const fields = new Headers();`,
    snippet`  fields.set(${javascriptString(name)}, ${javascriptString(value)});`,
    snippet`  const other = (field) => !fields.has(String(field));`,
    snippet`  res.writeHead = function (...answer) {`,
    snippet`    // Headers that a route passes here would override these.`,
    snippet`    const kept = answer.map((part) => {`,
    snippet`      if (Array.isArray(part)) return part.flat().filter((_, at, all) => other(all[at - (at % 2)]));`,
    snippet`      if (part === null || typeof part !== 'object') return part;`,
    snippet`      return Object.fromEntries(Object.entries(part).filter(([field]) => other(field)));`,
    snippet`    });`,
    snippet`    res.setHeaders(fields);`,
    snippet`    return writeHead.apply(this, kept);`,
    snippet`  };`,
    snippet`  next();`,
    snippet`});`,
  );
}

/** helmet has its own option for these; other headers are set as in plain Express. */
export function helmet(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet | null {
  const option = helmetOption(name.toLowerCase(), value);
  if (option === null) return null;
  return snippetLines(
    remarks.map((remark) => snippet`// ${remark}`),
    snippet`const helmet = require('helmet');`,
    snippet`// One call for the entire application: add this to your existing options.`,
    snippet`// A route that sets this header itself overrides it: remove it there.`,
    snippet`app.use(helmet({ ${option} }));`,
  );
}

function helmetOption(name: string, value: FieldValue): Snippet | null {
  switch (name) {
    case 'content-security-policy':
      // helmet sends one policy and refuses a comma, which separates policies.
      if (value.includes(',')) return null;
      return snippet`contentSecurityPolicy: { useDefaults: false, directives: { ${cspDirectives(value)} } }`;
    case 'strict-transport-security': {
      const maxAge = /max-age=(\d+)/i.exec(value)?.[1];
      if (maxAge === undefined) return null;
      const [subDomains, preload] = [/includesubdomains/i, /preload/i].map((flag) =>
        bareWord(String(flag.test(value))),
      );
      return snippet`strictTransportSecurity: { maxAge: ${bareWord(maxAge)}, includeSubDomains: ${subDomains ?? ''}, preload: ${preload ?? ''} }`;
    }
    case 'x-frame-options':
      return /^(?:deny|sameorigin)$/i.test(value)
        ? snippet`xFrameOptions: { action: '${bareWord(value.toLowerCase())}' }`
        : null;
    case 'x-content-type-options':
      return snippet`xContentTypeOptions: true`;
    case 'referrer-policy':
      return snippet`referrerPolicy: { policy: ${javascriptString(value)} }`;
    default:
      return null;
  }
}

function cspDirectives(policy: FieldValue): Snippet {
  const directives = policy
    .split(';')
    .map((directive) =>
      directive
        .trim()
        .split(/\s+/)
        .map((word) => jsonString(fieldValue(word))),
    )
    .filter(([name]) => name !== '""');
  return joinedWith(
    directives.map(([name, ...sources]) => snippet`${name ?? ''}: [${joinedWith(sources, ', ')}]`),
    ', ',
  );
}

export function nextjs(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet {
  return snippetLines(
    snippet`// next.config.js: one list for all headers. Remove middleware that sets this header. A static export (output:`,
    snippet`// 'export') ignores it: set it in the web server.`,
    remarks.map((remark) => snippet`// ${remark}`),
    snippet`module.exports = {`,
    snippet`  async headers() {`,
    snippet`    return [`,
    snippet`      { source: '/:path*', headers: [{ key: ${javascriptString(name)}, value: ${javascriptString(value)} }] },`,
    snippet`    ];`,
    snippet`  },`,
    snippet`};`,
  );
}

/** Plugins send theirs on the same hook; this one comes last and replaces them. */
export function wordpress(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet {
  return snippetLines(
    snippet`<?php`,
    snippet`// wp-content/mu-plugins/security-headers.php. For cached pages, set it in the web server instead.`,
    remarks.map((remark) => snippet`// ${remark}`),
    snippet`add_action( 'send_headers', function () {`,
    snippet`    header( ${phpString(fieldLine(name, value))}, true );`,
    snippet`}, PHP_INT_MAX );`,
  );
}
