import { writeFileSync } from 'node:fs';

/**
 * A reporter for vitest that leaves one part's tally in a file (`PALISADE_TALLY`): for each file of tests what passed,
 * was skipped, failed and with which words, and what passed only when it was tried again.
 */
export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tally = {
      files: {},
      outside: unhandledErrors.map(({ message }) => ({ name: 'outside of any test', message })),
    };
    for (const module of modules) {
      const file = module.relativeModuleId;
      const project = module.project.name;
      const ofFile = { file, project, passed: 0, skipped: 0, failures: [], secondTries: [] };
      // A file can be in two projects.
      tally.files[`${project} ${file}`] = ofFile;
      for (const error of module.errors()) ofFile.failures.push({ name: file, message: error.message });
      for (const suite of module.children.allSuites())
        for (const error of suite.errors())
          ofFile.failures.push({ name: `${file} > ${suite.fullName}`, message: error.message });
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const name = `${file} > ${test.fullName}`;
        if (state === 'passed') ofFile.passed += 1;
        else if (state === 'failed')
          ofFile.failures.push({ name, message: errors.map(({ message }) => message).join('\n') });
        else ofFile.skipped += 1;
        if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
          ofFile.secondTries.push(`${name}: ${(errors ?? []).map(({ message }) => message.slice(0, 300)).join('; ')}`);
      }
    }
    writeFileSync(process.env.PALISADE_TALLY, JSON.stringify(tally));
  }
}
