import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Section, Text } from 'react-email';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { DARK_STYLE, LIGHT } from './colors.ts';

const FONT = "-apple-system, 'Segoe UI', Inter, Helvetica, Arial, sans-serif";
const text: CSSProperties = {
  fontFamily: FONT,
  fontSize: 15,
  lineHeight: '24px',
  color: LIGHT.ink,
  margin: '0 0 16px',
  // Hostnames, file names and digests have no place to break at, and would be cut off on a phone. More mail programs
  // know this than `overflow-wrap`.
  wordBreak: 'break-word',
};
const soft: CSSProperties = { ...text, fontSize: 13, lineHeight: '20px', color: LIGHT.soft, margin: '0 0 8px' };

/** The layout that all messages share, light and dark. No images, no tracking, no external resources. */
export function Frame({
  service,
  preview,
  title,
  children,
}: {
  service: string;
  preview: string;
  title: string;
  children: ReactNode;
}): ReactElement {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        {/* The older name of the same, which Apple Mail knew first. */}
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK_STYLE}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="m-page" style={{ backgroundColor: LIGHT.page, margin: 0, padding: '24px 0' }}>
        <Container
          className="m-card"
          style={{ backgroundColor: LIGHT.card, maxWidth: 560, borderRadius: 6, overflow: 'hidden' }}
        >
          <Section className="m-band" style={{ backgroundColor: LIGHT.band, padding: '18px 32px' }}>
            <Text className="m-name" style={{ ...text, color: LIGHT.onBand, fontWeight: 600, margin: 0 }}>
              {service}
            </Text>
          </Section>
          <Section style={{ padding: '28px 32px 24px' }}>
            <Heading as="h1" className="m-text" style={{ ...text, fontSize: 21, lineHeight: '28px', fontWeight: 700 }}>
              {title}
            </Heading>
            {children}
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

export function Paragraph({ children }: { children: ReactNode }): ReactElement {
  return (
    <Text className="m-text" style={text}>
      {children}
    </Text>
  );
}

export function Small({ children }: { children: ReactNode }): ReactElement {
  return (
    <Text className="m-soft" style={soft}>
      {children}
    </Text>
  );
}

export function Rule(): ReactElement {
  return <Hr className="m-rule" style={{ borderColor: LIGHT.line, margin: '20px 0' }} />;
}

export function Action({ href, children }: { href: string; children: string }): ReactElement {
  return (
    <Button
      href={href}
      className="m-action"
      style={{
        fontFamily: FONT,
        fontSize: 15,
        fontWeight: 600,
        color: LIGHT.onAccent,
        backgroundColor: LIGHT.accent,
        borderRadius: 4,
        padding: '11px 20px',
        margin: '0 0 18px',
      }}
    >
      {children}
    </Button>
  );
}

/** A token or key, to be copied. */
export function Credential({ children }: { children: string }): ReactElement {
  return (
    <Text
      className="m-secret"
      style={{
        fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
        fontSize: 14,
        lineHeight: '22px',
        color: LIGHT.ink,
        backgroundColor: LIGHT.well,
        borderLeft: `3px solid ${LIGHT.accent}`,
        padding: '10px 14px',
        margin: '0 0 18px',
        wordBreak: 'break-all',
      }}
    >
      {children}
    </Text>
  );
}
