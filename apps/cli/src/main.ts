import { openProgram } from './program.ts';

const [first, second] = process.argv.slice(2);
const requested = first === 'help' ? second : first;
const program = await openProgram((group) => group === requested);
await program.parseAsync();
