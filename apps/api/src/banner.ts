import { join, resolve } from 'node:path';
import type { Config } from '@solano/config';
import { DAY_MS, labelOf } from '@solano/domain/kernel';
import type { DemoState } from './background/refresh-demo.ts';
import type { SignInLink } from './sign-in-link.ts';

const UNPREPARED =
  'The demonstration could not be prepared: see the log. It is retried every minute.';
const NO_KEY = 'The key of the customer "demo" is not known; to make another: npx solano demo';

/**
 * Returns the first output of `npm start`: the address of the service, and a line to try it with.
 *
 * @param link undefined: nobody is signed in by a link.
 */
export function banner(
  config: Config,
  url: string,
  now: Date,
  { demo, link }: { readonly demo: DemoState; readonly link?: SignInLink | undefined },
): string {
  const own = [
    'Make a customer and a key:',
    'npx solano customer add NAME && npx solano key issue NAME',
  ];
  const next = config.demo ? demoLines(demo, demoRequest(config, url, now)) : own;
  const places = [
    `API: ${url}/api/v0/`,
    `Documentation: ${url}/docs/`,
    `Guide: ${url}/docs/guide/`,
  ];
  return ['', 'Solano is running.', consoleLine(url, link), ...places, ...next, '', ''].join('\n');
}

function consoleLine(url: string, link: SignInLink | undefined): string {
  if (!link) return `Console: ${url}/`;
  return 'url' in link
    ? `Console: ${link.url} (signs in once, within ten minutes)`
    : `Console: ${url}/ (the link in ${link.file} signs in once, within ten minutes)`;
}

function demoLines({ isPrepared, code }: DemoState, request: string): string[] {
  if (!isPrepared) return [UNPREPARED];
  return code === undefined ? [NO_KEY] : ['Submit a purchase as the customer "demo":', request];
}

/** Returns a curl line that works as printed: the evening after next, in the demo's prices. */
function demoRequest(config: Config, url: string, now: Date): string {
  const day = labelOf(now.getTime() + 2 * DAY_MS).slice(0, 10);
  const purchase = ['20:00', '21:00'].map((hour) => ({
    datetime: `${day} ${hour}`,
    purchase: 1.5,
  }));
  return [
    `curl -s '${url}/api/v0/user/ana/submit-purchase?retailer_id=acme'`,
    `-H "Authorization: Bearer $(cat '${resolve(join(config.dataFolder, 'demo.key'))}')"`,
    `-H 'Content-Type: application/json' -d '${JSON.stringify({ purchase })}'`,
  ].join(' ');
}
