import { VERSION } from '../../parse/tls/client-hello.ts';
import type { Findings } from './findings.ts';
import { BROKEN, type Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refused } from './refusal.ts';

/** Refusals of old versions that say nothing about servers that alternate or are chosen at random. */
const TOO_FEW = 3;
/** Refusals after which no more are asked for. */
const ENOUGH = 6;
/** How often TLS 1.0 is offered to servers of which one accepts TLS 1.1. */
const TIMES = 4;
const OLD_VERSIONS = ['TLS 1.1', 'TLS 1.0', 'SSLv3'] as const;

/**
 * If several servers share the address, each connection reaches one of them. What the others refuse, one may accept, so
 * old versions and broken suites are offered again, with the connections that are left.
 */
export async function askSeveralServers(prober: Prober, hellos: Hellos, findings: Findings): Promise<void> {
  const { traits, consistency, classes } = findings;
  if (traits.differ) {
    await askOldAgain(prober, hellos, findings);
    if (BROKEN.every((name) => classes[name] === false)) findings.note(hellos.broken, await prober.ask(hellos.broken));
    await askOldAgain(prober, hellos, findings, ENOUGH);
  }
  if (traits.differ || consistency.isBroken) await askOldest(prober, hellos, findings);
}

/** Offers TLS 1.1 and older until they are accepted or were refused `times` times. */
export async function askOldAgain(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  times = TOO_FEW + 1,
): Promise<void> {
  const hello = hellos.upTo(VERSION.tls11);
  const isOpen = (): boolean => OLD_VERSIONS.every((name) => findings.versions[name] !== true);
  for (let goesOn = true; goesOn && isOpen() && findings.oldRefusals < times;) {
    const answer = await prober.ask(hello);
    findings.note(hello, answer);
    goesOn = refused(answer);
  }
  if (findings.oldRefusals <= TOO_FEW) findings.unrefuse(OLD_VERSIONS);
}

/** The one that accepts TLS 1.1 chooses it rather than TLS 1.0. */
async function askOldest(prober: Prober, hellos: Hellos, findings: Findings): Promise<void> {
  const { versions } = findings;
  const hello = hellos.upTo(VERSION.tls10);
  for (let left = TIMES; left > 0 && versions['TLS 1.1'] === true && versions['TLS 1.0'] === null; left--) {
    findings.note(hello, await prober.ask(hello));
  }
}
