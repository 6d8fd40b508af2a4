import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ImageConfig } from './container.ts';

const DOCKERFILE = fileURLToPath(new URL('../../Dockerfile', import.meta.url));

/** How an image runs, by the last stage of the Dockerfile: its user, variables and command. */
export async function imageConfig(): Promise<ImageConfig> {
  const text = await readFile(DOCKERFILE, 'utf8');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const values = (name: string) =>
    [...stage.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, value = '']) => value);
  const one = (name: string) => {
    const [value] = values(name);
    if (value === undefined) throw new Error(`The Dockerfile has no ${name}.`);
    return value;
  };
  return {
    User: one('USER'),
    ExposedPorts: Object.fromEntries(values('EXPOSE').map((port) => [`${port}/tcp`, {}])),
    Env: values('ENV').flatMap((line) => line.split(' ')),
    Entrypoint: JSON.parse(one('ENTRYPOINT')) as string[],
    Cmd: JSON.parse(one('CMD')) as string[],
    WorkingDir: one('WORKDIR'),
  };
}
