import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import tar from 'tar-stream';
import type { Component } from '../release/sbom.ts';
import { RELEASED_AT } from '../release/tarball.ts';
import { compressed, type Layer } from './layer.ts';

const INSTALL = fileURLToPath(new URL('../install/mmdebstrap', import.meta.url));
const SUITE = 'trixie';
/** What Node needs: no shell, no package manager. */
const PACKAGES = ['base-files', 'libatomic1', 'libc6', 'libstdc++6'];
/** Of the machine that made it, and of the package manager that is not there; texts that nothing reads. */
const LEFT_OUT =
  /^\.\/(?:dev\/.|etc\/(?:apt|dpkg|hostname|resolv\.conf|fstab|update-motd\.d)\b|var\/(?:cache|lib|log)\/.|usr\/share\/(?:info|lintian|locale|man)\/|usr\/share\/doc\/[^/]+\/(?!copyright$).)/;
const GCC = 'GPL-3.0-or-later WITH GCC-exception-3.1';
/** As their files `copyright` say of what is in the image. */
const LICENSES: Readonly<Record<string, string>> = {
  'base-files': 'GPL-2.0-or-later',
  'gcc-14-base': GCC,
  libatomic1: GCC,
  libc6: 'LGPL-2.1-or-later',
  'libgcc-s1': GCC,
  'libstdc++6': GCC,
  mawk: 'GPL-2.0-only',
};

/** Debian's newest packages of a C library and what else Node needs. The same packages make the same bytes. */
export async function debianBase(): Promise<{
  readonly layer: Layer;
  readonly components: readonly Component[];
}> {
  const folder = await mkdtemp(join(tmpdir(), 'solano-base-'));
  try {
    const run = promisify(execFile);
    const program = (await run(INSTALL)).stdout.trim();
    const env = {
      ...process.env,
      PATH: [dirname(program), process.env.PATH].join(delimiter),
      SOURCE_DATE_EPOCH: `${RELEASED_AT.getTime() / 1_000}`,
      FOLDER: folder,
    };
    const archive = join(folder, 'base.tar');
    const hook =
      'mkdir "$FOLDER/packages"; cp "$1"/var/cache/apt/archives/*.deb "$FOLDER/packages"';
    const options = ['--quiet', '--variant=extract', `--include=${PACKAGES.join()}`];
    await run(program, [...options, `--extract-hook=${hook}`, SUITE, archive], { env });
    return {
      layer: await compressed(await withoutMachine(await readFile(archive))),
      components: (await readdir(join(folder, 'packages'))).sort().map(componentOf),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function withoutMachine(archive: Buffer): Promise<Buffer> {
  const [extract, pack] = [tar.extract(), tar.pack()];
  const packed = buffer(pack);
  extract.end(archive);
  for await (const entry of extract) {
    const { name } = entry.header;
    if (LEFT_OUT.test(name)) entry.resume();
    else pack.entry(entry.header, await buffer(entry));
  }
  pack.finalize();
  return packed;
}

/** A package by the name of its file: `libc6_2.41-12_amd64.deb`. */
function componentOf(file: string): Component {
  const [name = '', version = ''] = file.split('_').map(decodeURIComponent);
  const license = LICENSES[name];
  if (license === undefined) throw new Error(`Name the licence of Debian's ${name}.`);
  return { purl: `pkg:deb/debian/${encodeURIComponent(name)}`, name, version, license, needs: [] };
}
