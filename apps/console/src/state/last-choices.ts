import { CHOICES, readSetting, writeSetting } from './settings.ts';
import { Store } from './store.ts';

/** Whose the last choices are; empty before somebody has signed in. */
export const choicesOf = new Store(readSetting('choices-of') ?? '');

/** Forgets the last choices, unless they are those of a customer. */
export function forgetChoices(customer: string): void {
  if (readSetting('choices-of') !== customer) {
    for (const name of CHOICES) writeSetting(name, '');
    writeSetting('choices-of', customer);
  }
  // Another tab may have been first.
  choicesOf.set(customer);
}
