import type { View } from '../frame.ts';
import { Paste } from '../report/paste.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { inlineMarkdown } from '../shell/inline-markdown.tsx';
import type { Words } from '../words/en.ts';

interface ShownOperation {
  id: string;
  /** Method and path. */
  name: string;
  summary: string;
  description: readonly string[];
  curl: string;
  parameters: ReadonlyArray<{ name: string; place: string; required: boolean; description: string }>;
  /** JSON schema of the body, as text. */
  body: string | null;
  answers: ReadonlyArray<{
    status: string;
    description: string;
    type: string | null;
    headers: readonly string[];
    example: string | null;
  }>;
}

export interface DocsProps {
  title: string;
  version: string;
  description: readonly string[];
  groups: ReadonlyArray<{ name: string; description: string; operations: readonly ShownOperation[] }>;
  schemas: ReadonlyArray<{ name: string; text: string }>;
}

/** The API reference as one static page, from its OpenAPI document. */
export const docs: View<DocsProps> = ({ title, version, description, groups, schemas }, { words }) => ({
  title,
  description: words.docs.description,
  wide: true,
  body: (
    <>
      <h1>
        <span lang="en">{title}</span> {version}
      </h1>
      <Paragraphs texts={description} />
      <p>
        <a href="/openapi.json">{words.docs.document}</a>, {words.docs.documentFor}
      </p>
      <nav aria-label={words.docs.operations} className="operations">
        <ul>
          {groups.flatMap(({ operations }) =>
            operations.map(({ id, name }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <code>{name}</code>
                </a>
              </li>
            )),
          )}
        </ul>
      </nav>
      {groups.map((group) => (
        <section key={group.name} aria-labelledby={anchor(group.name)}>
          <h2 id={anchor(group.name)} lang="en">
            {group.name}
          </h2>
          <p lang="en">{group.description}</p>
          {group.operations.map((operation) => (
            <OperationView key={operation.id} operation={operation} words={words} />
          ))}
        </section>
      ))}
      <h2 id="schemas">{words.docs.schemas}</h2>
      {schemas.map(({ name, text }) => (
        <details key={name} id={`schema-${anchor(name)}`}>
          <summary lang="en">{name}</summary>
          <Code text={text} name={name} />
        </details>
      ))}
    </>
  ),
});

function OperationView({ operation, words }: { operation: ShownOperation; words: Words }) {
  const { id, name, summary, description, curl, parameters, body, answers } = operation;
  const text = words.docs;
  return (
    <article id={id} className="operation">
      <h3>
        <code>{name}</code>
      </h3>
      <p lang="en">
        <strong>{summary}</strong>
      </p>
      <Paragraphs texts={description} />
      <Paste text={curl} what={text.of(text.command, name)} words={words} />
      {parameters.length > 0 && (
        <DataTable
          caption={text.parameters}
          name={text.parametersOf(name)}
          head={[text.name, text.place, text.meaning]}
          rows={parameters.map((one) => [
            <code key="name">{one.name}</code>,
            one.required ? `${one.place}, ${text.required}` : one.place,
            <span key="meaning" lang="en">
              {one.description}
            </span>,
          ])}
        />
      )}
      {body !== null && (
        <details>
          <summary aria-label={text.of(text.body, name)}>{text.body}</summary>
          <Code text={body} name={text.of(text.body, name)} />
        </details>
      )}
      <details>
        <summary aria-label={text.of(text.answers, name)}>{text.answers}</summary>
        {answers.map((answer) => (
          <div key={answer.status}>
            <p>
              <strong>{answer.status}</strong> <span lang="en">{inlineMarkdown(answer.description)}</span>{' '}
              {answer.type !== null && <code>{answer.type}</code>}
              {answer.headers.length > 0 && (
                <>
                  {' '}
                  {text.headers} <code>{answer.headers.join(', ')}</code>
                </>
              )}
            </p>
            {answer.example !== null && <Code text={answer.example} name={text.of(answer.status, name)} />}
          </div>
        ))}
      </details>
    </article>
  );
}

/** Scrolls separately, also by keyboard. */
function Code({ text, name }: { text: string; name: string }) {
  return (
    <pre className="code" role="region" tabIndex={0} aria-label={name}>
      <code>{text}</code>
    </pre>
  );
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} lang="en">
      {inlineMarkdown(text)}
    </p>
  ));
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
}
