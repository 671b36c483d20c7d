import type { Command, Option } from 'commander';
import { FORMATS } from '../formats/format-names.ts';
import type { Shell } from '../shells.ts';
import { linesOf } from '../terminal/shown.ts';
import { printLines } from '../terminal/write.ts';

/** Options with known values, and those that take a file. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  '--format': FORMATS,
  '--fail-under': ['A+', 'A', 'B', 'C', 'D'],
  '--fail-on': ['critical', 'important', 'minor', 'provisional'],
  '--card-data': ['none', 'redirect', 'iframe', 'own_page'],
  '--personal-data': ['yes', 'no'],
};

interface Word {
  /** The preceding commands, separated by spaces. */
  path: string;
  word: string;
  description: string;
}

/** Prints a completion script, generated from the commands themselves. */
export function completion(program: Command, shell: Shell): void {
  const words = wordsOf(program, '');
  printLines(linesOf({ bash, zsh, fish }[shell](words).trimEnd()));
}

function wordsOf(command: Command, path: string): Word[] {
  const of = (word: string, description: string): Word => ({ path, word, description });
  const options = [...command.options, { long: '--help', description: 'show this help' } as Option];
  return [
    ...command.commands.map((one) => of(one.name(), one.description())),
    ...options.flatMap(({ long, description }) => (long ? [of(long, description)] : [])),
    ...command.registeredArguments.flatMap(({ argChoices }) => (argChoices ?? []).map((choice) => of(choice, ''))),
    ...command.commands.flatMap((one) => wordsOf(one, `${path} ${one.name()}`.trim())),
  ];
}

const commandsIn = (words: readonly Word[]): string[] => words.filter(({ word }) => !word.startsWith('-')).map(({ path, word }) => `${path} ${word}`.trim()); // prettier-ignore
const pathsOf = (words: readonly Word[]): string[] => [...new Set(words.map(({ path }) => path))];

function bash(words: readonly Word[]): string {
  const cases = pathsOf(words).map(
    (path) => `    "${path}") words="${words.flatMap((one) => (one.path === path ? [one.word] : [])).join(' ')}" ;;`,
  );
  const values = Object.entries(VALUES).map(
    ([option, known]) => `    ${option}) COMPREPLY=($(compgen -W "${known.join(' ')}" -- "$current")); return ;;`,
  );
  return `_palisade() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" i
  local commands="|${commandsIn(words).join('|')}|"
  case "$before" in
${values.join('\n')}
    --list|--output|--baseline|--config|--client-cert|--client-key|--resume|--save|--from|--key-file|--keys|--logo)
      COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ "$commands" == *"|\${path:+$path }\${COMP_WORDS[i]}|"* ]]; then path="\${path:+$path }\${COMP_WORDS[i]}"; fi
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "$path" in diff|verify|restore|backup) COMPREPLY+=($(compgen -f -- "$current")) ;; esac
}
complete -o bashdefault -F _palisade palisade
`;
}

/** zsh can read bash's completions. */
function zsh(words: readonly Word[]): string {
  return `autoload -Uz bashcompinit && bashcompinit\n${bash(words)}`;
}

function fish(words: readonly Word[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = words.map(({ path, word, description }) => {
    const here =
      path === '' ? '__fish_use_subcommand' : path.split(' ').map((one) => `__fish_seen_subcommand_from ${one}`).join('; and '); // prettier-ignore
    const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
    const known = VALUES[word] ? ` -x -a ${quoted(VALUES[word].join(' '))}` : '';
    return `complete -c palisade -n ${quoted(here)} ${what}${known} -d ${quoted(description)}`;
  });
  return `complete -c palisade -f\n${lines.join('\n')}\n`;
}
