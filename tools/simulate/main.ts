// `npm run simulate`: purchases in simulated worlds in which things go wrong, until none is left to live.
import { parseArgs } from 'node:util';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    lives: { type: 'string', default: '100000' },
    world: { type: 'string' },
    plant: { type: 'string' },
  },
});

function wholeNumber(name: 'seed' | 'lives' | 'world'): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${name} must be a whole number, not "${text}"`);
}

const bug = values.plant === undefined ? {} : PLANTED_BUGS[values.plant];
if (!bug) {
  throw new Error(`--plant must be one of: ${Object.keys(PLANTED_BUGS).join(', ')}`);
}
const seed = wholeNumber('seed') as number;
const world = wholeNumber('world');
const command = ['npm run simulate --', `--seed ${seed}`];
if (values.plant !== undefined) command.push(`--plant ${values.plant}`);

const { lives, worlds, virtualMs, found, seconds } = await simulate({
  seed,
  lives: wholeNumber('lives') as number,
  bug,
  ...(world !== undefined && { world, trace: (line) => console.log(line) }),
});
const perMinute = Math.round((lives / seconds) * 60);
console.log(
  `${lives} purchase lives in ${worlds} worlds, ${(virtualMs / 3_600_000).toFixed(1)} h of their time, ` +
    `in ${seconds.toFixed(1)} s: ${perMinute} a minute (seed ${seed})`,
);
if (found) {
  for (const violation of found.violations) console.log(`VIOLATED: ${violation}`);
  console.log(`to see it again: ${command.join(' ')} --world ${found.world}`);
  process.exitCode = 1;
} else console.log('no invariant was violated');
