/** The durable engine that runs {@link DeliverySteps} for each delivery. */
export interface WebhookWorkflow {
  /**
   * Takes a delivery within two seconds, durably. The workflow's id is the delivery's id: one that
   * the engine has, or has finished, is not run again. Errors: `engine_unavailable`.
   */
  deliver(deliveryId: string): Promise<void>;
}

/** How long, and how, an engine goes on trying to deliver: three days, hourly in the end. */
export const DELIVERY_RETRIES = {
  firstMs: 5_000,
  factor: 3,
  longestMs: 3_600_000,
  forMs: 72 * 3_600_000,
};

/**
 * The steps that every engine runs: `send`, again and again while it fails with
 * `webhook_unavailable`; when the time is over `abandon`. Each may be run again after a crash.
 */
export interface DeliverySteps {
  /**
   * Sends the message and settles the delivery, also where the webhook will never take it. A message
   * whose webhook is busy or paused is refused at once, so that it holds up no others.
   *
   * @param attempt which try it is, counting from 1: the first is logged where it fails at the endpoint.
   */
  send(deliveryId: string, attempt: number): Promise<void>;
  /** Settles the delivery as failed. */
  abandon(deliveryId: string): Promise<void>;
}
