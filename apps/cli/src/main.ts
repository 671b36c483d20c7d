/** `npm run -s palisade -- <command>`: the scanner with no server, and the operator's tools. */
import { styleText } from 'node:util';
import { COMMANDS } from './commands.ts';
import { UsageError } from './usage-error.ts';

const [name = 'help', ...rest] = process.argv.slice(2);

async function main(): Promise<number> {
  const command = COMMANDS[name];
  if (name === 'help' || name === '--help' || name === '-h' || !command) {
    const text = [
      'Usage: npm run -s palisade -- <command>',
      '',
      ...Object.values(COMMANDS).flatMap(({ usage }) => usage.map((line) => `  ${line}`)),
      '',
    ].join('\n');
    if (command || name === 'help' || name.startsWith('-')) {
      console.log(text);
      return 0;
    }
    console.error(`there is no command "${name}"\n\n${text}`);
    return 2;
  }
  try {
    const { run } = await command.load();
    return await run(rest);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(styleText('red', message, { stream: process.stderr }));
    if (error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) {
      console.error(`\n${command.usage.join('\n')}`);
      return 2;
    }
    return 3;
  }
}

process.exitCode = await main();
