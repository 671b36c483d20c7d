import type { TlsEvidence } from '../evidence/tls.ts';

/** What was offered to the server and what it accepted. */
export function tlsLines(tls: TlsEvidence): string[] {
  const { handshake, connections, chain, http3 } = tls;
  if (tls.endpoint !== 'tls')
    return [`${tls.host}:${tls.port} ${tls.endpoint === 'closed' ? 'refuses connections' : 'does not use TLS'}`];
  return [
    `${tls.host}:${tls.port}, ${connections.opened} connections opened, ${connections.unanswered} without a response`,
    `standard handshake: ${handshake.completed ? [handshake.version, handshake.suite, tls.alpn].filter(Boolean).join(', ') : (handshake.fault ?? 'not completed')}`,
    ...Object.entries(tls.versions).map(([version, offered]) => {
      const suites = tls.suites[version as keyof typeof tls.suites] ?? [];
      const answer = offered === null ? 'unknown' : offered ? 'accepted' : 'refused';
      return `${version}: ${answer}${suites.length > 0 ? `; ${suites.join(', ')}` : ''}`;
    }),
    ...chain.certificates.map(
      (one, index) =>
        `certificate ${index + 1}: ${one.subject}; issued by ${one.issuer}; ${one.not_before} to ${one.not_after}; SHA-256 ${one.sha256}`,
    ),
    ...(chain.trust === null ? [] : [`chain: ${chain.trust.state}`]),
    ...(http3 === null
      ? []
      : [
          `HTTP/3, UDP port ${http3.port}${http3.host === null ? '' : ` of ${http3.host}`}: ${http3.answer.kind}; ${http3.sent} datagrams out, ${http3.received} in`,
        ]),
  ];
}
