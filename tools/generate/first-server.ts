import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** The script that makes it. */
export const INSTALLER = join(ROOT, 'deploy/debian/install.sh');
/** A step: its heading and prose as comments, then a function of the shell. */
const STEP = /^# ## (.+)\n#\n((?:# .+\n)+)\w+\(\) \{\n([\s\S]*?)^\}\n/gm;

/** The page of an operator's first server, which this package writes. */
export const FIRST_SERVER_PAGE = join(ROOT, 'docs/first-server.md');

/** The page, in Markdown: how the script is called, then the commands of each of its steps. */
export function firstServerPage(): string {
  const script = readFileSync(INSTALLER, 'utf8');
  const usage = uncommented(/^#!.*\n((?:#.*\n)+)/.exec(script)?.[1] ?? '');
  const options = usage.slice(usage.indexOf('  --archive'), usage.indexOf('\n\nSteps:'));
  const steps = [...script.matchAll(STEP)].map(
    ([, title = '', prose = '', body = '']) =>
      `## ${title}\n\n${uncommented(prose)}\n\n\`\`\`sh example\n${body.replace(/^ {2}/gm, '')}\`\`\`\n`,
  );
  return `${HEAD}\`\`\`text\n${options}\n\`\`\`\n\n${BETWEEN}${steps.join('\n')}${END}`;
}

function uncommented(text: string): string {
  return text.replace(/^# ?/gm, '').trimEnd();
}

const HEAD = `# An operator's first server

An empty Debian 13 with 2 cores, 4 GiB of memory and 20 GB of disk becomes the whole service: TLS proxy, user, units, backups, alerts and a first
key. Fetch the service of a [release](operations.md#install) and its checksums, and run its script as root:

\`\`\`sh example
sha256sum --check --ignore-missing SHA256SUMS
tar -xzf solano-1.0.0.tar.gz --strip-components=3 solano-1.0.0/deploy/debian/install.sh
sh install.sh --archive solano-1.0.0.tar.gz --domain solano.example --customer "Energia Norte" \\
  --alerts-to ops@solano.example --mail-server mail.solano.example:587
\`\`\`

`;

const BETWEEN = `The script may be run again: it keeps data, keys and lines of \`/etc/solano/solano.env\` that are not its own. With the archive of a newer release
it makes a backup and [upgrades](operations.md#upgrade). Names of steps after the options run these alone: \`packages\`, \`user\`, \`release\`, \`settings\`,
\`units\`, \`proxy\`, \`alerts\`, \`customer\`, \`drill\`, \`start\`. Afterwards \`solano\` is the operator's command, for root: \`solano doctor\`.

Backups in a bucket (\`--backups s3://…\`) need its \`AWS_*\` variables: run the steps \`packages user release settings\`, write the variables into
\`/etc/solano/solano.env\`, then run all steps.

Tested (\`npm test\`): all steps, an upgrade and the removal on an empty Debian 13 in a root file system of its own, with \`systemd-analyze verify\` on the units; then what the units of
service, proxy and Prometheus start, by their users, and requests through the proxy. Not tested: a machine that systemd has booted, a certificate
from Let's Encrypt, mail.

These are the script's own lines, of which this page is made (\`node tools/generate/reference.ts\`). Variables are its options: \`$domain\` is that of \`--domain\`.
\`setting NAME value\` writes a line of \`solano.env\`, \`is_booted\` says whether systemd runs, \`has_mail\` whether Alertmanager has its file, \`fail\` ends with a message.

`;

const END = `
## What comes next

- The console is at the domain itself: sign in with the first key. Prices are a 403 until the customer has the
  permission: \`solano permission grant "Energia Norte" prices\`.
- Published prices and predictions need [sources of market data](market-data.md), forecasts of plants and consumption
  [weather](weather.md): both are variables of \`/etc/solano/solano.env\`; then run the step \`start\`.
- The first key is valid for 90 days: before that \`solano key list "Energia Norte"\` names it, and \`solano key rotate <key-id>\` gives another.
- More customers and keys: [for operators](guide/operator.md). With each release: the script again, with the new archive.

## Remove it

The data is gone afterwards, the backups stay:

\`\`\`sh example
systemctl disable --now solano.service solano-verify.timer caddy.service prometheus.service prometheus-alertmanager.service
rm -rf /etc/systemd/system/solano* /etc/caddy /opt/solano* /usr/local/sbin/solano /var/lib/solano /var/cache/solano
apt-get purge --yes caddy prometheus prometheus-alertmanager
rm -rf /etc/solano             # BACKUP_KEY is in it: keep a copy for the backups
userdel solano
\`\`\`
`;
