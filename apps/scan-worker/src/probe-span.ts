import { inSpan } from '@palisade/telemetry/tracing';

/** One span for each step of a scan. What a gatherer could not get is a value, not an exception: its reason is an attribute. */
export function probeSpan<T>(scanId: string, step: string, work: () => Promise<T>): Promise<T> {
  const name = step === 'judge' ? 'judge' : `probe ${step}`;
  return inSpan(name, { attributes: { 'palisade.scan_id': scanId } }, async (span) => {
    const result = await work();
    if (span && isMissing(result)) span.set({ 'palisade.missing': result.code, 'palisade.blame': result.blame });
    return result;
  });
}

function isMissing(result: unknown): result is { code: string; blame: string } {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false && 'code' in result;
}
