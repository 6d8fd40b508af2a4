import { openProgram } from './program.ts';

const [first, second] = process.argv.slice(2);
const wanted = first === 'help' ? second : first;
const program = await openProgram((group) => group === wanted);
await program.parseAsync();
