import { readConfig } from '@solano/config';
import { expect, test } from 'vitest';
import { banner } from './banner.ts';

test.each([
  [{ isPrepared: true, code: 'x' }, 'curl -s', 'npx solano demo'],
  [{ isPrepared: true }, 'npx solano demo', 'curl'],
  [{ isPrepared: false }, 'see the log', 'curl'],
])(
  'the start with a demonstration that is %j prints the state of the service',
  (demo, expected, unexpected) => {
    const text = banner(readConfig({}), 'http://127.0.0.1:3000', new Date(0), { demo });
    expect(text).toContain(expected);
    expect(text).not.toContain(unexpected);
  },
);

test.each([
  [
    { url: 'http://127.0.0.1:3000/#code=x' },
    'Console: http://127.0.0.1:3000/#code=x (signs in once, within ten minutes)',
  ],
  [
    { file: '/data/sign-in.link' },
    'Console: http://127.0.0.1:3000/ (the link in /data/sign-in.link signs in once, within ten minutes)',
  ],
  [undefined, 'Console: http://127.0.0.1:3000/'],
])('the sign-in link %j makes the line of the console', (link, line) => {
  const demo = { isPrepared: true, code: 'x' };
  const text = banner(readConfig({}), 'http://127.0.0.1:3000', new Date(0), { demo, link });
  expect(text.split('\n')).toContain(line);
});
