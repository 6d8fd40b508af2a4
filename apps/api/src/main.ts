import { namingVariable } from '@solano/config';
import { runProcess } from '@solano/process';
import { banner } from './banner.ts';
import { startService } from './compose.ts';
import { signInLink } from './sign-in-link.ts';

await runProcess((config, logger) =>
  startService(config, logger, async (url, demo) => {
    const { stdout } = process;
    const target = { folder: config.dataFolder, isTerminal: stdout.isTTY, log: logger };
    const code = demo.code;
    const link = code === undefined ? undefined : await signInLink(`${url}/#code=${code}`, target);
    stdout.write(banner(config, url, new Date(), { demo, link }));
  }).catch((error: unknown) => {
    throw namingVariable(error, config);
  }),
);
