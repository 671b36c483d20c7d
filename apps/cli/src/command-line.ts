/** The complete program of main.mjs. */
import { EXIT } from './exit-status.ts';
import { addOperatorCommands } from './operator-program.ts';
import { scanningProgram } from './program.ts';
import { runProgram, type Outcome } from './run-program.ts';
import { tolerateClosedPipes } from './terminal/write.ts';

tolerateClosedPipes();
const outcome: Outcome = { status: EXIT.fine };
const program = scanningProgram(outcome);
addOperatorCommands(program, outcome);
process.exitCode = await runProgram(program, process.argv.slice(2), outcome);
