import type { View } from '../frame.ts';

export interface FailureProps {
  status: number;
  /** Said by the service, in English. */
  message: string;
  /** What the visitor can do next. */
  ways?: readonly Way[];
}

/** A way on from an error. */
interface Way {
  href: string;
  text: string;
}

/** What a browser shows where a client gets `{"error": …}`. */
export const failure: View<FailureProps> = ({ status, message, ways = [] }, { words }) => {
  const title = status === 404 ? words.failure.notFound : status >= 500 ? words.failure.ours : words.failure.refused;
  return {
    title,
    description: title,
    noindex: true,
    body: (
      <section className="failed">
        <h1 tabIndex={-1}>{title}</h1>
        <p lang="en">{sentence(message)}</p>
        <ul className="ways">
          {ways.map(({ href, text }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
          <li>
            <a href="/">{words.failure.home}</a>
          </li>
        </ul>
      </section>
    ),
  };
};

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
