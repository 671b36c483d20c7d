import type { Initiator, ScriptParsed } from './protocol.ts';

type Stack = NonNullable<Initiator['stack']>;

/** Scripts that name themselves otherwise; the rest of a flood is only not renamed in stacks. */
const MOST = 2000;

/**
 * A script may name itself: `//# sourceURL=…` in its text replaces its address in everything that V8 reports, so any script
 * could pass for another site's file, or for a part of the browser that no inventory lists. Its address is the one from which
 * the browser loaded it.
 */
export class ScriptNames {
  readonly #addresses = new Map<string, string>();

  /** The script, and what called it, with their real addresses. */
  real(script: ScriptParsed): ScriptParsed {
    const { scriptId, hasSourceURL, embedderName, stackTrace } = script;
    const own = hasSourceURL === true && embedderName !== undefined;
    if (own && this.#addresses.size < MOST) this.#addresses.set(scriptId, embedderName);
    if (!own && (stackTrace === undefined || this.#addresses.size === 0)) return script;
    return {
      ...script,
      ...(own && { url: embedderName }),
      ...(stackTrace && { stackTrace: this.#stack(stackTrace) }),
    };
  }

  /** What caused a request, with real addresses. */
  behind(initiator: Initiator): Initiator {
    if (initiator.stack === undefined || this.#addresses.size === 0) return initiator;
    return { ...initiator, stack: this.#stack(initiator.stack) };
  }

  #stack({ callFrames, parent, ...rest }: Stack): Stack {
    return {
      ...rest,
      callFrames: callFrames.map((frame) => ({ ...frame, url: this.#addresses.get(frame.scriptId) ?? frame.url })),
      ...(parent && { parent: this.#stack(parent) }),
    };
  }
}
