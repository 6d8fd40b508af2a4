import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceRelease } from '@solano/tools/release-service';
import { snippetsOf } from '@solano/tools/snippets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDebianServer } from './debian-server.ts';

const INSTALLER = fileURLToPath(new URL('../../../../deploy/debian/install.sh', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../../docs/first-server.md', import.meta.url));
const MAX_INSTALLED_MB = 350;
const DOMAIN = 'energia.example';
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
  ['--domain https://energia.example', 'that is no domain name, such as solano.example\n'],
  ['--certificate other.example.pem', `it is no certificate of ${DOMAIN}\n`],
  ['--key other.example.key', `it is not the key of ${DOMAIN}.pem\n`],
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
  expect(await server.ask('grep -c "//energia.example/" /etc/prometheus/alerts.yml')).toBe(
    await server.ask('grep -c "runbook_url:" /etc/prometheus/alerts.yml'),
  );
  const mail = () => server.ask(`grep -E 'to:|smart|from|pass' /etc/prometheus/alertmanager.yml`);
  await server.ask(`sed -i 's/^  smtp_from/  smtp_auth_password: secret\\n&/' /etc/prometheus/alertmanager.yml
    sh install.sh --domain ${DOMAIN} --alerts-to dev@${DOMAIN} alerts
    sh install.sh --domain ${DOMAIN} --mail-server relay.${DOMAIN}:587 alerts`);
  expect(await mail()).toBe(`  smtp_smarthost: relay.${DOMAIN}:587
  smtp_auth_password: secret
  smtp_from: solano@${DOMAIN}
      - to: dev@${DOMAIN}
`);
  await server.ask(`cd /etc/solano && cp -a solano.env kept.env && sed -i 's/^BACKUP_KEY=.*/BACKUP_KEY=/' solano.env
    mv /usr/local/sbin/solano . && ! sh /root/install.sh --domain ${DOMAIN} settings 2>/dev/null
    mv solano /usr/local/sbin && grep -qx BACKUP_KEY= solano.env
    sh /root/install.sh --domain ${DOMAIN} settings && grep -q ^BACKUP_KEY=AGE-SECRET-KEY- solano.env
    mv kept.env solano.env`);

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
  const backups = async () =>
    JSON.parse(await server.ask('solano backup list --json')) as unknown[];
  expect(await backups()).toHaveLength(1);
  expect(await server.ask(`sh install.sh ${AGAIN}`)).toBe('');
  expect(await written()).toBe(before);
  expect(await backups()).toHaveLength(1);

  // Another release whose packages are the same: npm has nothing to do.
  await server.ask(`mkdir programs && printf '#!/bin/sh\nln -s /opt/solano-1.0.0/node_modules' >programs/npm && chmod 755 programs/npm
    cp solano-1.0.0.tar.gz solano-1.0.1.tar.gz && sha256sum solano-1.0.1.tar.gz >>SHA256SUMS
    PATH=/root/programs:$PATH sh install.sh --archive solano-1.0.1.tar.gz release`);
  expect(await backups()).toHaveLength(2);
  expect(await server.ask('readlink /opt/solano')).toBe('solano-1.0.1\n');
});

test('the page of a first server removes it, and leaves its backups', async () => {
  const page = await readFile(PAGE, 'utf8');
  const printed = snippetsOf('docs/first-server.md', page).at(-1)?.text ?? '';
  // Without systemd nothing can be stopped.
  const removal = printed.replace(' --now', '');
  await server.ask(`set -e; {\n${removal}} >/dev/null`);
  const left =
    "find / -xdev -path /root -prune -o -path /proc -prune -o -iname '*solano*' -print -prune";
  expect(await server.ask(left)).toBe('/var/backups/solano\n');
  expect(await server.run('id solano || command -v caddy prometheus')).toMatchObject({
    output: '',
  });
});
