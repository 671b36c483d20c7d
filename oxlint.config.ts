import type { OxlintConfig } from 'oxlint';

const GUARDED = 'Only the egress guard opens connections.';
/** Globals that open connections. */
const WEB_CLIENTS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];
const SOCKET_MODULES = ['net', 'tls', 'http', 'https', 'http2', 'dns', 'dns/promises', 'dgram', 'quic'];
const sockets = {
  group: [
    ...SOCKET_MODULES,
    ...SOCKET_MODULES.map((name) => `node:${name}`),
    'undici',
    'undici/**',
    'ws',
    'node-fetch',
    'axios',
    'got',
  ],
  message: 'Every socket of a scan comes from gather/net: import the Egress interface instead.',
  allowTypeImports: true,
};

/** Text becomes HTML through React or an encoder, never by these. */
const HTML_SINKS = [
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'createContextualFragment',
  'dangerouslySetInnerHTML',
].map((property) => ({ property, message: 'Text of strangers becomes HTML through React alone.' }));
const STREAMS = ['stdout', 'stderr'].map((property) => ({
  object: 'process',
  property,
  message: 'What is written to a terminal goes through terminal/write.ts; what is logged, through the logger.',
}));
const WEB_PROPERTIES = ['globalThis', 'global'].flatMap((object) =>
  WEB_CLIENTS.map((property) => ({ object, property, message: GUARDED })),
);
const DETOURS = ['binding', 'getBuiltinModule'].map((property) => ({
  object: 'process',
  property,
  message: 'It would go round the rule on imports.',
}));

interface Pattern {
  group: string[];
  message: string;
  allowTypeImports?: boolean;
}

/** An override replaces the rule as a whole, so each names all that it forbids. */
function restricted(...patterns: Pattern[]): ['error', { patterns: Pattern[] }] {
  return ['error', { patterns }];
}

export default {
  // Text reaches a sink through its encoder alone.
  jsPlugins: ['./scripts/lint/sinks.ts'],
  plugins: ['typescript', 'import', 'unicorn', 'promise', 'oxc', 'react'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
    perf: 'error',
  },
  options: {
    typeAware: true,
  },
  ignorePatterns: ['**/dist/**', '**/generated/**', '**/node_modules/**'],
  rules: {
    'palisade/sinks': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'no-console': 'off',
    'no-await-in-loop': 'off',
    'react/react-in-jsx-scope': 'off',
    'unicorn/no-array-sort': 'off',
    'import/no-unassigned-import': 'off',
    'no-shadow': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-named-as-default-member': 'off',
    'no-restricted-globals': ['error', ...WEB_CLIENTS.map((name) => ({ name, message: GUARDED }))],
    'no-restricted-imports': restricted(
      { group: ['@palisade/*/src/*'], message: 'Import a package by its name.' },
      sockets,
    ),
    'import/no-cycle': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'oxc/no-map-spread': 'off',
    'typescript/consistent-return': 'off',
    'react/no-array-index-key': 'off',
    'no-underscore-dangle': 'off',
    'typescript/no-misused-spread': 'off',
    'unicorn/prefer-set-has': 'off',
    'import/no-named-as-default': 'off',
    'unicorn/no-array-reverse': 'off',
    'promise/always-return': 'off',
    'typescript/unbound-method': 'off',
    'no-new': 'off',
    'typescript/require-array-sort-compare': 'off',
    'no-restricted-properties': ['error', ...WEB_PROPERTIES, ...DETOURS, ...HTML_SINKS],
    'react/no-danger': 'error',
    'typescript/no-require-imports': 'error',
  },
  overrides: [
    {
      files: ['packages/report/**', 'packages/compliance/**', 'packages/config/**'],
      rules: {
        'no-restricted-imports': restricted(
          { group: ['@palisade/*'], message: 'A leaf imports no workspace package.' },
          sockets,
        ),
      },
    },
    {
      files: ['packages/scanner/src/checks/**', 'packages/scanner/src/parse/**', 'packages/scanner/src/facts/**'],
      rules: {
        'no-restricted-imports': restricted(
          { group: ['**/gather/**'], message: 'Checks and parsers are pure: they never import gather.' },
          { group: ['node:*'], message: "Checks and parsers are pure: they import nothing of Node's." },
          sockets,
        ),
      },
    },
    {
      files: [
        'packages/scanner/src/gather/*.ts',
        'packages/scanner/src/gather/tls/**',
        'packages/scanner/src/gather/dns/**',
        'packages/scanner/src/sections/**',
        'packages/scanner/src/*.ts',
        'apps/cli/**',
        'apps/scan-worker/**',
        'apps/browser-worker/**',
      ],
      rules: {
        'no-restricted-imports': restricted(sockets),
      },
    },
    {
      // The guard of browsers listens; what leaves, leaves through an Egress.
      files: ['packages/scanner/src/gather/net/**', 'packages/browser/src/guard/**'],
      rules: {
        'no-restricted-imports': restricted({ group: ['@palisade/*/src/*'], message: 'Import a package by its name.' }),
      },
    },
    {
      files: ['packages/pdf/**'],
      rules: {
        'no-restricted-imports': restricted(
          {
            group: [
              '@palisade/*',
              '!@palisade/report/**',
              '!@palisade/compliance/**',
              '!@palisade/telemetry/end-with-parent',
            ],
            message: 'The PDF knows only the report and its assessment.',
          },
          sockets,
        ),
      },
    },
    {
      // Scrubbed and structured by the logger (packages/telemetry), or not written at all.
      files: ['apps/{api,cli,scan-worker,report-worker,browser-worker,ops}/src/**', 'packages/*/src/**'],
      rules: {
        'no-console': 'error',
        'no-restricted-properties': ['error', ...WEB_PROPERTIES, ...DETOURS, ...HTML_SINKS, ...STREAMS],
      },
    },
    {
      // A pipe to the process that started this one, which reads it as hostile input.
      files: [
        'apps/scan-worker/src/scanner/scanner.ts',
        'apps/browser-worker/src/browser-driver.ts',
        'packages/pdf/src/logo/logo-process.ts',
        // The sinks of the terminal itself take `Shown` alone, which its encoder makes; the rest asks for width and colors.
        'apps/cli/src/**',
      ],
      rules: { 'no-restricted-properties': ['error', ...WEB_PROPERTIES, ...DETOURS, ...HTML_SINKS] },
    },
    {
      files: ['packages/db/src/migrate/create-migration.ts', '**/*.fixture.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      files: [
        '**/*.test.ts',
        '**/*.test.tsx',
        'test/**',
        'bench/**',
        'packages/lab/**',
        'packages/*/test/**',
        'apps/web/**',
        'packages/*/src/test/**',
        'apps/*/test/**',
        'apps/ops/src/page/**',
      ],
      rules: {
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'typescript/no-floating-promises': 'error',
        'typescript/no-base-to-string': 'off',
        'typescript/switch-exhaustiveness-check': 'off',
        'typescript/no-implied-eval': 'off',
        'no-unmodified-loop-condition': 'off',
        'typescript/no-unsafe-enum-comparison': 'off',
        'no-restricted-properties': 'off',
        'no-console': 'off',
        'typescript/no-require-imports': 'off',
      },
    },
    {
      files: ['apps/web/src/**', 'apps/ops/src/page/**'],
      rules: { 'no-restricted-properties': ['error', ...HTML_SINKS] },
    },
  ],
} satisfies OxlintConfig;
