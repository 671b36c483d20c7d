import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { watchStarter } from '@palisade/telemetry/starter';
import { DEMO_RECORDS, DEMO_SITES } from './demo/demo-sites.ts';
import { DEMO_DNS_RULES, DEMO_ZONES } from './dns/zones.ts';
import { startLab } from './lab.ts';
import { LAB_SITES_CIDR } from './site/lab-address.ts';

/**
 * `npm run lab [-- --write-env lab.env]`: serves the demo sites until Ctrl-C. (Not `--env-file`: Node reads
 * that option itself, wherever it is on the line.)
 */
const { values } = parseArgs({ options: { 'write-env': { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  process.stdout.write(
    'Usage: npm run lab [-- --write-env FILE]\nStarts the demo sites on loopback addresses and keeps them running.\n',
  );
  process.exit(0);
}

const lab = await startLab({
  sites: DEMO_SITES,
  records: [...DEMO_RECORDS, ...DEMO_ZONES],
  dns: DEMO_DNS_RULES,
  // One line that is easy to copy, instead of one entry per site.
  allowCidrs: [LAB_SITES_CIDR],
});
const assignments = Object.entries({ ...lab.env, FREE_SCANS_PER_DAY: '1000' }).map(
  ([name, value]) => `${name}=${value}`,
);
const width = Math.max(...DEMO_SITES.map(({ host }) => lab.url(host).length));
const lines = DEMO_SITES.map(({ host, shows, https }) => {
  const url = https === 'none' ? lab.site(host).httpUrl() : lab.url(host);
  return `  ${url.padEnd(width)}  ${shows}`;
});

if (values['write-env'] !== undefined) await writeFile(values['write-env'], `${assignments.join('\n')}\n`);
process.stdout.write(
  `The lab is up. Its sites:\n\n${lines.join('\n')}\n\n` +
    `In another terminal, one scan without a server:\n\n  ${assignments.join(' ')} npm run -s palisade -- scan ${lab.url('messy.test')}\n\n` +
    `or the whole service:\n\n  ${assignments.join(' ')} npm start\n\n` +
    (values['write-env'] === undefined ? '' : `The same variables are in ${values['write-env']}.\n`) +
    'Ctrl-C stops the lab.\n',
);

let stopping = false;
const stop = () => {
  if (stopping) process.exit(1);
  stopping = true;
  void lab.close().then(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
watchStarter(stop);
