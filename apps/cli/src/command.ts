import { Command, Help } from 'commander';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { UsageError } from './usage-error.ts';

/** A command with what all commands share: `--help`, `--version`, suggestions, errors that are thrown and not printed. */
export class PalisadeCommand extends Command {
  constructor(name?: string) {
    super(name);
    this.version(ENGINE_VERSION, '-V, --version', 'print the version')
      .helpOption('-h, --help', 'show this help')
      .showSuggestionAfterError(true)
      .allowExcessArguments(false)
      .configureHelp({ showGlobalOptions: false, sortSubcommands: false, minWidthToWrap: 20 })
      .exitOverride();
  }

  override createHelp(): Help {
    return Object.assign(new NarrowHelp(), this.configureHelp());
  }

  /** Commander creates subcommands through this. */
  override createCommand(name?: string): PalisadeCommand {
    return new PalisadeCommand(name);
  }
}

/** Descriptions that do not fit next to the options go below them: commander lets the terminal break them. */
class NarrowHelp extends Help {
  override formatItem(term: string, termWidth: number, description: string, helper: Help): string {
    const width = helper.helpWidth ?? 80;
    if (description === '' || width - termWidth - 4 >= this.minWidthToWrap)
      return super.formatItem(term, termWidth, description, helper);
    const below = helper.boxWrap(description, width - 6).replaceAll(/^/gmu, '      ');
    return `  ${term}\n${below}`;
  }
}

/** For an option that may be given more than once. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

export function wholeNumber(name: string, minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,9}$/u.test(text) && number >= minimum && number <= maximum) return number;
    throw new UsageError(`${name} takes a whole number from ${minimum} to ${maximum}, not "${text}"`);
  };
}
