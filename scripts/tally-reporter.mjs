import { writeFileSync } from 'node:fs';

/** A reporter for vitest that leaves one part's tally in a file (`PALISADE_TALLY`), with the words of each failure. */
export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tally = { passed: 0, skipped: 0, failures: [], secondTries: [] };
    for (const module of modules) {
      const file = module.relativeModuleId;
      for (const error of module.errors()) tally.failures.push({ name: file, message: error.message });
      for (const suite of module.children.allSuites())
        for (const error of suite.errors())
          tally.failures.push({ name: `${file} > ${suite.fullName}`, message: error.message });
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const name = `${file} > ${test.fullName}`;
        if (state === 'passed') tally.passed += 1;
        else if (state === 'failed')
          tally.failures.push({ name, message: errors.map(({ message }) => message).join('\n') });
        else tally.skipped += 1;
        if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0) tally.secondTries.push(name);
      }
    }
    for (const error of unhandledErrors) tally.failures.push({ name: 'outside of any test', message: error.message });
    writeFileSync(process.env.PALISADE_TALLY, JSON.stringify(tally));
  }
}
