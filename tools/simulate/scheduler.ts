interface Event {
  readonly time: number;
  /** Events of one instant happen in the order in which they were planned. */
  readonly order: number;
  run: (() => void) | undefined;
}

/** Virtual time: events happen one after the other, each with all that follows at once from it. */
export class Scheduler {
  /** In ms since the beginning. */
  now = 0;
  /** A heap: an event is not earlier than the one at half its index. */
  readonly #events: Event[] = [];
  #order = 0;

  /** Calls once, `ms` from now. Returns what cancels it. */
  after(ms: number, run: () => void): () => void {
    const event: Event = { time: this.now + ms, order: this.#order, run };
    this.#order += 1;
    this.#add(event);
    return () => {
      event.run = undefined;
    };
  }

  /** Lets time pass until it is over, or nothing is planned any more. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const event = this.#take();
      if (!event) return;
      if (!event.run) continue;
      this.now = event.time;
      event.run();
      // All promises that it settles are followed up before the next event.
      await new Promise(setImmediate);
    }
  }

  #add(event: Event): void {
    const events = this.#events;
    let index = events.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isEarlier(events[parent] as Event, event)) break;
      events[index] = events[parent] as Event;
      index = parent;
    }
    events[index] = event;
  }

  #take(): Event | undefined {
    const events = this.#events;
    const [first] = events;
    const last = events.pop();
    if (!first || !last || events.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= events.length) break;
      const other = events[child + 1];
      if (other && isEarlier(other, events[child] as Event)) child += 1;
      if (isEarlier(last, events[child] as Event)) break;
      events[index] = events[child] as Event;
      index = child;
    }
    events[index] = last;
    return first;
  }
}

function isEarlier(a: Event, b: Event): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}
