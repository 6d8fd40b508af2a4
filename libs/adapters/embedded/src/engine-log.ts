import type { DLogger } from '@dbos-inc/dbos-sdk';
import type { Log } from '@solano/domain';

/**
 * What DBOS says, for the operator: warnings and errors go to the service's log, its chatter is
 * dropped. While it is quiet nothing passes: an engine that starts or stops complains about
 * connections, and whoever starts or stops it says so in one line.
 */
export function engineLog(log: Log, isQuiet: () => boolean): DLogger {
  const fields = { engine: 'dbos' };
  return {
    debug() {},
    info() {},
    warn(entry) {
      if (!isQuiet()) log.warn(fields, String(entry));
    },
    error(entry, details) {
      if (!isQuiet()) log.error({ ...fields, err: details?.error }, String(entry));
    },
  };
}
