import { namingVariable } from '@solano/config';
import { runProcess } from '@solano/process';
import { banner } from './banner.ts';
import { startService } from './compose.ts';

await runProcess((config, logger) =>
  startService(config, logger, (url, demo) =>
    process.stdout.write(banner(config, url, new Date(), demo)),
  ).catch((error: unknown) => {
    throw namingVariable(error, config);
  }),
);
