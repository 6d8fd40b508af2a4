import {
  type DeliveryDeps,
  deliverySteps,
  messageTask,
  type Task,
  type WebhookStore,
  webhookHold,
} from '@solano/domain/service';

export interface MessageTaskDeps extends DeliveryDeps {
  readonly webhooks: WebhookStore;
}

/** Sends webhook messages, unless they wait for the operator. */
export function openMessageTask(deps: MessageTaskDeps): Task {
  return messageTask(deliverySteps(deps), { isHeld: webhookHold(deps) });
}
