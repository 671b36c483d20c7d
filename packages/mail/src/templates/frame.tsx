import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Section, Text } from 'react-email';
import type { CSSProperties, ReactElement, ReactNode } from 'react';

const FONT = "-apple-system, 'Segoe UI', Inter, Helvetica, Arial, sans-serif";
const text: CSSProperties = {
  fontFamily: FONT,
  fontSize: 15,
  lineHeight: '24px',
  color: '#16202c',
  margin: '0 0 16px',
};
const soft: CSSProperties = { ...text, fontSize: 13, lineHeight: '20px', color: '#46566a', margin: '0 0 8px' };

/** The look that all messages share. No images, no tracking, nothing loaded from elsewhere. */
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
      <Head />
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: '#f4f7fa', margin: 0, padding: '24px 0' }}>
        <Container style={{ backgroundColor: '#ffffff', maxWidth: 560, borderRadius: 6, overflow: 'hidden' }}>
          <Section style={{ backgroundColor: '#0d1f2d', padding: '18px 32px' }}>
            <Text style={{ ...text, color: '#ffffff', fontWeight: 600, margin: 0 }}>{service}</Text>
          </Section>
          <Section style={{ padding: '28px 32px 24px' }}>
            <Heading as="h1" style={{ ...text, fontSize: 21, lineHeight: '28px', fontWeight: 700 }}>
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
  return <Text style={text}>{children}</Text>;
}

export function Small({ children }: { children: ReactNode }): ReactElement {
  return <Text style={soft}>{children}</Text>;
}

export function Rule(): ReactElement {
  return <Hr style={{ borderColor: '#dde4ec', margin: '20px 0' }} />;
}

export function Action({ href, children }: { href: string; children: string }): ReactElement {
  return (
    <Button
      href={href}
      style={{
        fontFamily: FONT,
        fontSize: 15,
        fontWeight: 600,
        color: '#ffffff',
        backgroundColor: '#0f6e6b',
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
      style={{
        fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
        fontSize: 14,
        lineHeight: '22px',
        color: '#16202c',
        backgroundColor: '#f0f3f7',
        borderLeft: '3px solid #0f6e6b',
        padding: '10px 14px',
        margin: '0 0 18px',
        wordBreak: 'break-all',
      }}
    >
      {children}
    </Text>
  );
}
