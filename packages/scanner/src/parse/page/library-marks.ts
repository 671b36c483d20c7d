/**
 * Where released files hold their version, for libraries whose files have no banner, or lose it in a bundle. Each entry
 * ties the version to code of that library nearby: a bundle holds the versions of many. Taken from the files on npm.
 */
export interface LibraryMark {
  library: string;
  /** A text of the library's code near the version. */
  near: string;
  /**
   * Runs on the text around `near`. What its groups capture, joined with dots, is the version; a group called `name` is
   * a variable that holds it.
   */
  version: RegExp;
  /** How far the text around `near` reaches, in characters. */
  before?: number;
  after?: number;
  /** The version is not a quoted number within {@link MARK_REACH}: the whole file has to be searched. */
  anywhere?: true;
  /** The comment of the library's license, not its code. */
  by?: 'banner';
  /** The version that a single number stands for, as in "r124": `0.$.0`. */
  as?: string;
}

/** How far from a quoted version its mark is at most, in characters, unless the entry says `anywhere`. */
export const MARK_REACH = 1400;

const Q = '["\'`]';
const V = `${Q}v?(\\d{1,4}\\.\\d{1,4}\\.\\d{1,4})(?:[-+ ][^"'\`\\n]{1,40})?${Q}`;
const NAME = '(?<name>[\\w$]{1,30})';
const IS = ' ?[:=] ?';
const pattern = (source: string): RegExp => new RegExp(source, 'u');

type Reach = Pick<LibraryMark, 'before' | 'after' | 'as' | 'by' | 'anywhere'>;
const at = (library: string, near: string, version: string | RegExp, reach: Reach = {}): LibraryMark => ({
  library,
  near,
  version: typeof version === 'string' ? pattern(version) : version,
  ...reach,
});

/** Finds the versions assigned to a variable in minified or readable code: `var Ce="1.6.2",`. */
export const valuesOf = (name: string): RegExp =>
  new RegExp(`(?:^|[^\\w$.])${name.replaceAll('$', '\\$')} ?= ?${V}`, 'gu');

export const LIBRARY_MARKS: readonly LibraryMark[] = [
  at('alasql', '.debug=void 0', `\\w\\.version ?= ?${V}[,;]\\w{1,3}\\.debug=`),
  at('angular', 'codeName', `\\bfull: ?${V},\\s{0,20}(?:major|//)`, { after: 0 }),
  at('angular', 'angularVersion:', `angularVersion: ?${V}`),
  at('axios', '[Axios v', /\[Axios v(\d{1,2}\.\d{1,3}\.\d{1,3})\]/u, { anywhere: true }),
  at('axios', '[Axios v', `\\[Axios v${Q} ?(?:\\+ ?|\\.concat\\()${NAME}(?:,| ?\\+)`, { anywhere: true }),
  at('axios', '"object","boolean","number","function"', `${V}[,;](?:\\w+=\\w+,)?(?:var )?\\w+=\\{\\};\\["object"`),
  at('axios', 'axios', `${Q}?name${Q}?: ?${Q}axios${Q}, ?${Q}?version${Q}?: ?${V}`),
  // The module that holds the version of Axios 0.22 to 0.27, in a bundle of webpack or Browserify.
  at('axios', '.exports={version:"0.2', `\\.exports=\\{version:${V}\\}`),
  at('backbone', '.noConflict', `\\.VERSION ?= ?${V}[,;]\\s{0,4}\\w+\\.\\$ ?= ?\\w+[,;]`),
  at('bootstrap-table', 'var bootstrapVersion', `\\bVERSION = ${V};\\s{0,8}var bootstrapVersion$`, { after: 0 }),
  at('bootstrap', '"VERSION"', /"VERSION",get:function\(\)\{return ?["']([45]\.\d{1,2}\.\d{1,2})["']/u),
  at('bootstrap', '"VERSION"', `"VERSION",get:function\\(\\)\\{return ${NAME}\\}`, { anywhere: true }),
  at('bootstrap', 'bs.modal', /\.VERSION ?= ?["'](3\.[0-4]\.\d)["']/u, { before: 2000, after: 4000, anywhere: true }),
  at('ckeditor', 'timestamp:', `version: ?${V},revision:`),
  at('ckeditor5', 'CKEDITOR_VERSION', `CKEDITOR_VERSION ?= ?${V}`),
  at(
    'ckeditor5',
    '.CKEDITOR_VERSION',
    `${V}, ?\\w+ ?= ?(?:new Date\\([\\d, ]{1,14}\\);|\\w+,\\w+=[^;]{1,60};)if ?\\(\\w+\\.CKEDITOR_VERSION$`,
    { after: 0 },
  ),
  at('codemirror', 'CodeMirror.version', `CodeMirror\\.version ?= ?${V}`),
  at('codemirror', '.addClass=', `\\.version=${V},\\w{1,3}\\}\\)`, { after: 4000, anywhere: true }),
  at('d3', 'd3', `\\bd3 ?= ?\\{\\s{0,8}version: ?${V}`),
  at('dojo', 'patch:', /\bmajor: ?(1), ?minor: ?(\d{1,2}), ?patch: ?(\d{1,2}), ?flag:/u, { anywhere: true }),
  at('dompurify', '.removed', `\\.version ?= ?${V}[,;][^"'=]{0,200}?\\.removed ?= ?\\[\\]`, { before: 300 }),
  at('dompurify', '.document.nodeType', `\\.version=${V};if\\(!\\w+\\|\\|!\\w+\\.document`),
  at('dompurify', 'DOMPurify/blob/', /DOMPurify\/blob\/(\d\.\d{1,2}\.\d{1,2})\/LICENSE/u, {
    by: 'banner',
    anywhere: true,
  }),
  at(
    'echarts',
    'zrender:',
    `\\bversion(?:\\$\\d)?${IS}${V}[,;]\\s{0,8}(?:var |\\w+\\.)?dependencies${IS}\\{\\s{0,8}zrender:`,
  ),
  at('echarts', 'zrender:', `${V}[,;](?:var |const |let )?\\w+ ?= ?\\{ ?zrender:`),
  at('echarts', '.zrUtil=', `\\.version=${V},\\w+\\.zrUtil=`),
  at('echarts', '.zrender=', `\\.version=${V},\\w+\\.zrender=`),
  at('echarts', '.PRIORITY', `\\.version=${V},\\w+\\.dependencies=\\w`),
  at('fabric', 'fabric', `\\bfabric ?\\|\\| ?\\{\\s{0,4}version: ?${V}`),
  at(
    'fabric',
    'perfLimitSizeTotal',
    /[;,](?:const |let |var |\s)*[\w$]{1,8} ?= ?["'`]([6-9]\.\d{1,2}\.\d{1,2})["'`]/u,
    { before: 0, after: 600 },
  ),
  at('flowplayer', 'flowplayer.org/', /releases\.flowplayer\.org\/(\d\.\d{1,2}\.\d{1,2})\//u, { anywhere: true }),
  at('handlebars', '<= 1.0.rc.2', `[\\s\\S]*[=\\s]${V}`, { before: 1200, after: 0 }),
  at('highcharts', 'product:', `product: ?${Q}Highcharts${Q},\\s{0,20}version: ?${V}`),
  at('highlight.js', 'versionString', `versionString${IS}${V}`),
  at('jplayer', 'needFlash', `version: ?\\{\\s{0,20}script: ?${V}`),
  at('jquery', '.fn.jquery', `\\bjquery: ?${V}`, { before: 4000, after: 4000, anywhere: true }),
  at('jquery-migrate', 'migrateVersion', `migrateVersion ?= ?${V}`),
  at('jquery.terminal', '.terminal = {', `\\.terminal = \\{\\s{0,20}version: ${V}`, { before: 0 }),
  at('jquery.terminal', '.terminal={', `\\.terminal ?= ?\\{\\s{0,8}version: ?${V}`),
  at('katex', 'Current KaTeX version', `^Current KaTeX version[\\s*/]{1,20}version: ?${V}`, { before: 0 }),
  at('katex', 'renderToString:', `\\{version:${V},render:`),
  at('lodash', 'Unsupported core-js use', `${V}[,;][^"'\`]{0,300}=\\s?${Q}Unsupported core-js use$`, {
    before: 400,
    after: 0,
  }),
  at('lodash', 'bind bindKey curry curryRight partial', `\\.VERSION ?= ?${V}`, { before: 60 }),
  at('lodash', '["bind","bindKey","curry"', `\\.VERSION=${V}`, { before: 60, after: 0 }),
  at('lodash', '__lodash_hash_undefined__', /\bVERSION ?= ?["'](4\.\d{1,2}\.\d{1,2})["']/u, {
    before: 400,
    after: 400,
  }),
  at('mathjax', 'MathJax.fileversion', `MathJax\\.version ?= ?${V}`),
  at('mathjax', '.MathJax', `\\.MathJax ?= ?\\{version: ?${V}`),
  at(
    'mermaid',
    'mermaid',
    /\bname\\?["']?: ?\\?["']mermaid\\?["'],\s{0,8}\\?["']?version\\?["']?: ?\\?["'](\d{1,2}\.\d{1,2}\.\d{1,2})\b/u,
  ),
  at('mermaid', '.renderer.draw(', `\\.renderer\\.draw\\(\\w+, ?\\w+, ?${V}`, { before: 0 }),
  at('mermaid', '.renderer.draw(', `\\.renderer\\.draw\\(\\w+, ?\\w+, ?${NAME}, ?\\w+\\)`, {
    before: 0,
    anywhere: true,
  }),
  at('moment', '.fn=', `\\.version=${V},[^"'=]{0,60}(?:=[^"'=]{1,40})?\\.fn=`, { after: 0 }),
  at('moment', 'setHookCallback(', `\\.version = ${V};\\s{1,20}setHookCallback\\($`, { after: 0 }),
  at('moment', 'createLocal;', `\\.version = ${V};`, { before: 60, after: 0 }),
  at('moment', '// moment.js', /^\/\/ moment\.js\s{1,4}\/\/ version : (\d\.\d{1,2}\.\d{1,2})/u, {
    before: 0,
    anywhere: true,
  }),
  at('mootools', 'MooTools', `\\bMooTools ?= ?\\{\\s{0,8}version: ?${V}`),
  at('mustache', 'mustache.js', `name${IS}${Q}mustache\\.js${Q}[,;]\\s{0,8}(?:\\w+\\.)?version${IS}${V}`),
  at('pdfjs-dist', 'apiVersion:', `docId: ?\\w+,\\s{0,12}apiVersion: ?${V}`),
  at('pdfjs-dist', 'pdfjsVersion', `pdfjsVersion ?= ?${V}`),
  at('pdfjs-dist', 'PDFJS.version', `PDFJS\\.version ?= ?${V}`),
  at('quill', '.imports={', `\\.version=${V},\\w+\\.imports=\\{delta`),
  at('quill', 'static imports', `static version ?= ?${V};\\s{0,8}static imports`),
  at('react-dom', 'rendererPackageName', `version: ?${V},\\s{0,20}rendererPackageName: ?${Q}react-dom${Q}`),
  at('react-dom', 'rendererPackageName', `version: ?${NAME},\\s{0,20}rendererPackageName: ?${Q}react-dom${Q}`, {
    anywhere: true,
  }),
  at('reveal.js', '.slides section', `VERSION ?= ?${V};\\s{0,8}(?:var|const) SLIDES_SELECTOR`),
  at('summernote', '.summernote,{', `\\.summernote,\\{version:${V}`),
  at('summernote', '.summernote, {', `\\.summernote, ?\\{\\s{0,12}version: ?${V}`),
  at(
    'three',
    'REVISION',
    /(?:\b(?:THREE ?= ?THREE ?\|\| ?\{ ?|THREE ?= ?\{ ?)REVISION: ?["'](\d{2,3})(?:dev)?["']|\bREVISION ?= ?["'](\d{2,3})(?:dev)?["'][;,]\s{0,4}(?:[\w$]+\.|(?:const|var) )(?:MOUSE|RGBADepthPacking)\b)/u,
    { as: '0.$.0', anywhere: true },
  ),
  at(
    'tinymce',
    'minorVersion',
    /majorVersion: ?["'](\d{1,2})["'],\s{0,20}minorVersion: ?["'](\d{1,2}\.\d{1,2})["'],\s{0,20}releaseDate/u,
    { anywhere: true },
  ),
  at(
    'underscore',
    'self.self===self',
    `${V}, ?\\w+ ?= ?(?:typeof self ?== ?${Q}object${Q}|${Q}object${Q} ?== ?typeof self) ?&& ?self\\.self===self$`,
    { after: 0 },
  ),
  at('underscore', '.each=', `\\w\\.VERSION=${V};(?:var )?\\w{1,3}=\\w{1,3}\\.each=`),
  at('vue', 'ssrContext', `\\.\\$vnode\\.ssrContext;?\\}\\s{0,4}\\}\\)[,;]\\s{0,8}\\w+\\.version ?= ?${V}`),
  at(
    'vue',
    'FunctionalRenderContext',
    `FunctionalRenderContext${Q}, ?\\{\\s{0,8}value: ?\\w+\\s{0,8}\\}\\)[,;]\\s{0,8}\\w+\\.version ?= ?${V}`,
  ),
  at('vue', '"$isServer"', `"\\$isServer",\\{get:[^,;"]{1,60}\\}\\)[,;]\\w+\\.version=${V}`),
  at('vue', 'errorCaptured', `\\(${Q}errorCaptured${Q}\\)[,;](?:var )?\\w+=${V}`, { before: 10 }),
  at('vue', 'SSR utils for', `\\bversion = ${V};\\s{0,8}/\\*[\\s*]{1,12}SSR utils for$`, { after: 0 }),
  at('vue', 'const ssrUtils', `\\bversion = ${V};\\s{0,8}const ssrUtils$`, { after: 0 }),
  at(
    'vue',
    'http://www.w3.org/2000/svg',
    /["'](3\.0\.\d{1,2}|3\.1\.[0-4])["'],(?:\w+=(?:null|void 0),){0,4}\w+="http:\/\/www\.w3\.org\/2000\/svg$/u,
    { after: 0 },
  ),
  at(
    'vue',
    'typeof document',
    /["'](3\.\d{1,2}\.\d{1,2})["'],(?:\w+=(?:null|void 0),){0,3}\w+="undefined"!=typeof document$/u,
    { after: 0 },
  ),
  at('vuetify', '.installed', `\\.installed ?= ?(?:false|!1)[;,]\\s{0,8}\\w+\\.version ?= ?${V}`),
  at(
    'xlsx',
    'XLSX',
    `(?:XLSX|make_xlsx_lib\\(\\w\\) ?\\{ ?\\w|XLSX ?= ?\\{\\};\\(function \\w+\\(\\w\\)\\{\\w)\\.version ?= ?${V}`,
  ),
  at('xlsx', 'make_xlsx_lib', `make_xlsx_lib\\(\\w\\) ?\\{ ?\\w\\.version ?= ?${V}`),
  at('yui', 'YUI', `\\bYUI\\.version ?= ?${V}`),
];
