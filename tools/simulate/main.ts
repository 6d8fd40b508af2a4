// `npm run simulate`: purchases, measured energy and executed trades in simulated worlds in which things go wrong, until no purchase is left to live.
import { parseArgs } from 'node:util';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { simulate } from './simulate.ts';

const HELP = `usage: npm run simulate -- [option]…

  --seed N       what the worlds are drawn from (default: another at each run)
  --lives N      how many purchases live (default: 100000)
  --world N      only this world of the seed, step by step
  --plant NAME   with a bug that has to be found: ${Object.keys(PLANTED_BUGS).join(', ')}
  --help         prints this`;

try {
  await run();
} catch (error) {
  console.error(`simulate: ${(error as Error).message}\n\n${HELP}`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { seed: text, lives: text, world: text, plant: text, help: flag };
  const { seed, lives, world, plant, help } = parseArgs({ options }).values;
  if (help) return console.log(HELP);
  const bug = plant === undefined ? {} : PLANTED_BUGS[plant];
  if (!bug) throw new Error(`--plant knows no ${plant}`);
  const chosen = {
    seed: wholeNumber('seed', seed) ?? Date.now() % 2 ** 31,
    lives: wholeNumber('lives', lives) ?? 100_000,
  };
  const only = wholeNumber('world', world);
  const trace = (line: string) => console.log(line);
  const result = await simulate({
    ...chosen,
    bug,
    ...(only !== undefined && { world: only, trace }),
  });
  const { found, seconds } = result;
  const perMinute = Math.round((result.lives / seconds) * 60);
  console.log(
    `${result.lives} purchase lives in ${result.worlds} worlds, ${(result.virtualMs / 3_600_000).toFixed(1)} h of their time, ` +
      `in ${seconds.toFixed(1)} s: ${perMinute} a minute (seed ${chosen.seed})`,
  );
  if (!found) return console.log('no invariant was violated');
  for (const violation of found.violations) console.log(`VIOLATED: ${violation}`);
  const planted = plant === undefined ? '' : ` --plant ${plant}`;
  console.log(
    `to see it again: npm run simulate -- --seed ${chosen.seed}${planted} --world ${found.world}`,
  );
  process.exitCode = 1;
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new Error(`--${name} must be a whole number, not "${text}"`);
}
