/** Every `name{label="value"}` of a PromQL expression that names one of our metrics; a matcher without a value requires only the label. */
export function selectorsOf(expression: string): { name: string; matchers: Map<string, RegExp | null> }[] {
  return [...expression.matchAll(/\b((?:bullmq|palisade|http|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', inside = '']) => ({
      name,
      matchers: new Map(
        [...inside.matchAll(/(\w+)(?:\s*(=~|!~|!=|=)\s*"([^"]*)")?/g)].map(([, label = '', operator, value = '']) => [
          label,
          operator === '=' || operator === '=~' ? new RegExp(`^(?:${value})$`) : null,
        ]),
      ),
    }),
  );
}

/** Labels that an expression groups by. */
export function groupsOf(expression: string): string[] {
  return [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/\s*,\s*/));
}

/** The series of a scrape in Prometheus' text format. */
export function seriesOf(scrape: string): { name: string; labels: Map<string, string> }[] {
  return scrape
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', inside = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
      const labels = [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return { name, labels: new Map(labels.map(([, label = '', value = '']) => [label, value])) };
    });
}
