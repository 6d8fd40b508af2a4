/** Address of the Temporal cluster, and credentials. */
export interface TemporalCluster {
  /** host:port */
  readonly address: string;
  readonly namespace: string;
  /** Workers take purchases from it: clients and workers must name the same. */
  readonly taskQueue: string;
  readonly apiKey?: string;
  readonly tls: boolean;
}

/** The options of every connection to the cluster, of clients and workers. */
export function connectionOptions({ address, tls, apiKey }: TemporalCluster) {
  return { address, tls, ...(apiKey !== undefined && { apiKey }) };
}
