/**
 * What the types of `packages/report/src/encoded.ts` cannot enforce: which files may create an encoded text, and which may
 * use a sink directly. Every other file reaches a sink through functions that take only `Encoded`.
 */

/** Encoders: only they may mark a text as encoded. */
const ENCODERS = [
  'packages/report/src/encoded.ts',
  'packages/report/src/visible.ts',
  'packages/report/src/snippets/quoting.ts',
  'packages/mail/src/encode.ts',
  'packages/pdf/src/printer.ts',
  'apps/cli/src/terminal/shown.ts',
  'apps/cli/src/formats/xml.ts',
  'apps/cli/src/formats/csv.ts',
  'apps/cli/src/formats/markdown.ts',
];

/** Types that only an encoder may give a text, never an assertion. */
const ENCODED =
  /^(?:Encoded|Printed|PrintedLine|MailLine|MailText|MailHtml|FileName|Lined|Snippet|FieldValue|Markup|Markdown)$/u;

interface Sink {
  /** Where the rule applies. */
  within: RegExp;
  from: RegExp;
  names: RegExp;
  /** The files that implement the sink. */
  at: readonly string[];
  message: string;
}

const SINKS: readonly Sink[] = [
  {
    within: /^apps\/cli\/src\//u,
    from: /^(?:node:)?fs(?:\/promises)?$/u,
    names:
      /^(?:open|openSync|writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|write|writeSync|writev|promises|default|\*)$/u,
    at: ['apps/cli/src/saved-file.ts', 'apps/cli/src/replaced-file.ts'],
    message: 'Files are written through saved-file.ts, which takes only encoded text.',
  },
  {
    within: /^(?:packages|apps)\/[\w-]+\/src\//u,
    from: /^resend$/u,
    names: /./u,
    at: ['packages/mail/src/resend-sender.ts'],
    message: 'Messages are sent through resend-sender.ts, which takes only encoded lines.',
  },
  {
    within: /^(?:packages|apps)\/[\w-]+\/src\//u,
    from: /^react-email$/u,
    names: /^(?:render|\*)$/u,
    at: ['packages/mail/src/message.tsx'],
    message: 'Messages are rendered by message.tsx, from encoded payloads.',
  },
  {
    within: /^(?:packages|apps)\/[\w-]+\/src\//u,
    from: /^@react-pdf\/renderer$/u,
    names: /^(?:pdf|renderToBuffer|renderToFile|renderToStream|renderToString|PDFDownloadLink|\*)$/u,
    at: ['packages/pdf/src/tagged/draw.ts'],
    message: 'Documents are rendered by tagged/draw.ts.',
  },
  {
    within: /^packages\/pdf\/src\//u,
    from: /\/(?:tagged\/draw|scan-document|compliance-document)\.tsx?$/u,
    names: /^(?:drawTagged|ScanDocument|ComplianceDocument|\*)$/u,
    at: ['packages/pdf/src/render.ts'],
    message: 'Documents are created by render.ts, which encodes every text.',
  },
];

const TEST = /\.(?:test|fixture)\.tsx?$|\/test\//u;

interface Name {
  type: string;
  imported?: { name?: string; value?: string };
}
interface Node {
  source?: { value: unknown };
  specifiers?: Name[];
  importKind?: string;
  typeAnnotation?: { type: string; typeName?: { name?: string } };
}
interface Context {
  filename: string;
  cwd: string;
  report(found: { node: unknown; message: string }): void;
}

function importedName({ type, imported }: Name): string {
  if (type === 'ImportDefaultSpecifier') return 'default';
  return type === 'ImportNamespaceSpecifier' ? '*' : (imported?.name ?? imported?.value ?? '');
}

function create(context: Context): Record<string, (node: Node) => void> {
  const file = context.filename.replaceAll('\\', '/').slice(context.cwd.length + 1);
  if (TEST.test(file)) return {};
  const assertion = (node: Node): void => {
    const name = node.typeAnnotation?.typeName?.name ?? '';
    if (ENCODED.test(name) && !ENCODERS.includes(file))
      context.report({ node, message: `Only an encoder may make a text ${name}, never an assertion.` });
  };
  return {
    TSAsExpression: assertion,
    TSTypeAssertion: assertion,
    ImportDeclaration(node) {
      if (node.importKind === 'type') return;
      const from = String(node.source?.value);
      const names = (node.specifiers ?? []).map(importedName);
      if (/\bencoded(?:\.ts)?$/u.test(from) && names.includes('sealed') && !ENCODERS.includes(file))
        context.report({ node, message: 'Only encoders may mark a text as encoded.' });
      for (const sink of SINKS) {
        if (!sink.within.test(file) || sink.at.includes(file) || !sink.from.test(from)) continue;
        if (names.some((name) => sink.names.test(name))) context.report({ node, message: sink.message });
      }
    },
  };
}

export default { meta: { name: 'palisade' }, rules: { sinks: { create } } };
