import { runProcess } from '@solano/process';
import { banner } from './banner.ts';
import { startService } from './compose.ts';

await runProcess((config, logger) =>
  startService(config, logger, (url) => process.stdout.write(banner(config, url, new Date()))),
);
