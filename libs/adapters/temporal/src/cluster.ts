/** Where the Temporal cluster is, and credentials. */
export interface TemporalCluster {
  /** host:port */
  readonly address: string;
  readonly namespace: string;
  /** Workers take purchases from it: clients and workers must name the same. */
  readonly taskQueue: string;
  readonly apiKey?: string;
  readonly tls: boolean;
}

/** What the client's connection and the worker's are made with alike. */
export function connectionOptions({ address, tls, apiKey }: TemporalCluster) {
  return { address, tls, ...(apiKey !== undefined && { apiKey }) };
}
