import { createHash } from 'node:crypto';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceRelease } from '@solano/tools/release-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDebianServer } from './debian-server.ts';

const INSTALLER = fileURLToPath(new URL('../../../../deploy/debian/install.sh', import.meta.url));
const MAX_INSTALLED_MB = 350;
const DOMAIN = 'solano.example';
const AGAIN = `--archive solano-1.0.0.tar.gz --domain ${DOMAIN} --customer "Energia Norte"`;
const OPTIONS = `${AGAIN} --certificate ${DOMAIN}.pem --key ${DOMAIN}.key --backups file:/var/backups/solano/daily \
  --alerts-to ops@${DOMAIN} --mail-server mail.${DOMAIN}:25`;
const UNITS = [
  'solano.service',
  'solano-verify.timer',
  'caddy.service',
  'prometheus.service',
  'prometheus-alertmanager.service',
];

interface Manifest {
  readonly scripts: { readonly start: string };
}

let server: Awaited<ReturnType<typeof openDebianServer>>;

beforeAll(async () => {
  server = await openDebianServer();
  const { name, bytes } = await serviceRelease();
  await writeFile(join(server.home, name), bytes);
  await writeFile(join(server.home, 'wrong.tar.gz'), bytes.subarray(1));
  const digest = createHash('sha256').update(bytes).digest('hex');
  await writeFile(join(server.home, 'SHA256SUMS'), `${digest}  ${name}\n${digest}  wrong.tar.gz\n`);
  await copyFile(INSTALLER, join(server.home, 'install.sh'));
  const certificate = (domain: string) =>
    server.ask(`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${domain} \
      -addext subjectAltName=DNS:${domain} -keyout ${domain}.key -out ${domain}.pem 2>/dev/null`);
  await certificate(DOMAIN);
  await certificate('other.example');
});
afterAll(() => server?.[Symbol.asyncDispose]());

test.each([
  ['--archive solano-2.tar.gz', 'install.sh: --archive solano-2.tar.gz: there is no such file\n'],
  ['--archive ./install.sh', 'install.sh: ./SHA256SUMS does not name install.sh\n'],
  ['--archive wrong.tar.gz', 'it has not the checksum of ./SHA256SUMS; fetch it again\n'],
  ['--domain', 'install.sh: --domain needs a value\n'],
  ['--domain https://solano.example', 'that is no domain name, such as solano.example\n'],
  ['--certificate other.example.pem', 'it is no certificate of solano.example\n'],
  ['--key other.example.key', 'it is not the key of solano.example.pem\n'],
  ['--backups /mnt', 'a folder below it, or s3://bucket/prefix is needed\n'],
  ['--alerts-to ops', 'install.sh: --alerts-to ops: that is no address of mail\n'],
  ['--mail-server mail', 'such as mail.solano.example:587\n'],
  ['everything', 'install.sh: everything is neither an option nor a step; --help names them\n'],
])('the installer rejects %s and says why, before it changes anything', async (bad, message) => {
  const { code, output, errors } = await server.run(`sh install.sh ${OPTIONS} ${bad}`);
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toContain(message);
});

test('the installer is for root alone, and explains its options to everyone', async () => {
  const { code, errors } = await server.run(
    'setpriv --reuid=1000 --clear-groups sh -s <install.sh packages',
  );
  expect({ code, errors }).toEqual({
    code: 1,
    errors: 'install.sh: it installs packages and units: run it as root\n',
  });
  expect(await server.ask('sh install.sh --help')).toMatch(
    /^Makes a service .*\n[\s\S]*--domain NAME /,
  );
});

test('an empty Debian becomes a service behind TLS, with units, backups, alerts and a first key', async () => {
  const installed = await server.ask(`sh install.sh ${OPTIONS} 2>&1`, 'machine');
  const [key] = /sol_\w+/.exec(installed) ?? [];
  expect(installed).toMatch(/^== packages\n== user\n[\s\S]*systemd does not run here/);
  const size = await server.ask('du -sm /opt/solano/');
  expect(Number.parseInt(size, 10)).toBeLessThanOrEqual(MAX_INSTALLED_MB);

  expect((await server.ask(`systemctl is-enabled ${UNITS.join(' ')}`)).trim().split('\n')).toEqual(
    UNITS.map(() => 'enabled'),
  );
  await server.ask('systemd-analyze verify /etc/systemd/system/solano*');
  expect(
    await server.ask(
      'cd /; stat -c "%n %U:%G %a" etc/solano/solano.env etc/caddy/tls/key.pem \
    etc/prometheus/alertmanager.yml var/lib/solano var/backups/solano',
    ),
  ).toBe(
    [
      'etc/solano/solano.env root:solano 640',
      'etc/caddy/tls/key.pem root:caddy 640',
      'etc/prometheus/alertmanager.yml root:prometheus 640',
      'var/lib/solano solano:solano 700',
      'var/backups/solano solano:solano 700',
      '',
    ].join('\n'),
  );
  expect(await server.ask('find /opt -user solano')).toBe('');
  // As the README of a release has it.
  await server.ask(
    'cd /opt/solano && npm install --omit=dev --omit=peer --prefer-offline --no-audit --no-fund',
    'machine',
  );
  expect(await server.ask('cd /opt/solano && npx --no-install solano --help')).toContain(
    'Usage: solano [options] [command]',
  );
  const { scripts } = JSON.parse(await server.ask('cat /opt/solano/package.json')) as Manifest;
  expect(await server.ask('grep ^ExecStart= /opt/solano/deploy/systemd/solano.service')).toBe(
    `${scripts.start.replace('exec ', 'ExecStart=/opt/solano/')}\n`,
  );
  await server.ask('promtool check config /etc/prometheus/prometheus.yml');
  await server.ask('amtool check-config /etc/prometheus/alertmanager.yml');

  await server.ask(
    `sed 's/^ExecStart=.*/ExecStart=npm start/' /etc/systemd/system/solano.service >/root/npm.service`,
  );
  {
    await using _byNpm = await server.start('/root/npm.service', /"listening"/);
  }
  await using _service = await server.start('/etc/systemd/system/solano.service', /"listening"/);
  await using _proxy = await server.start(
    '/usr/lib/systemd/system/caddy.service',
    /serving initial/,
  );
  const get = (path: string) =>
    server.ask(`curl --silent --show-error --fail --cacert ${DOMAIN}.pem --resolve ${DOMAIN}:443:127.0.0.1 \
      --header 'Authorization: Bearer ${key}' https://${DOMAIN}${path}`);
  expect(await get('/healthz')).toContain('"version":"1.0.0"');
  expect(await get('/docs/guide/')).toContain('<title>Solano guide</title>');
  expect(JSON.parse(await get('/readyz'))).toMatchObject({ status: 'ready' });
  expect(JSON.parse(await get('/api/v0/customers'))).toMatchObject([{ name: 'Energia Norte' }]);
  expect(await server.ask('curl --silent http://127.0.0.1:9100/metrics')).toContain(
    'solano_backup',
  );
  await using _prometheus = await server.start(
    '/usr/lib/systemd/system/prometheus.service',
    /ready to receive/,
  );
  expect(await server.ask('curl --silent http://127.0.0.1:9090/api/v1/rules')).toContain(
    'SolanoDown',
  );

  const written = () => server.ask('cat /etc/solano/solano.env /etc/caddy/Caddyfile');
  const before = await written();
  expect(before).toMatch(/^BACKUP_TARGET=file:\/var\/backups\/solano\/daily$/m);
  expect(before).toMatch(/^ {2}tls \/etc/m);
  expect(await server.ask(`sh install.sh ${AGAIN}`)).toBe('');
  expect(await written()).toBe(before);
});
