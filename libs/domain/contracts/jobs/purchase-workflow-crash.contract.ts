import type { PurchaseWorkflow } from '@solano/domain/desk/jobs';
import { describe, expect, test } from 'vitest';

/** A process of its own that runs an engine, and whose steps report what they do. */
export interface EngineUnderTest {
  /** Waits for `<step> starts` or `<step> ends` of a purchase, or sees that it has been. */
  saw(event: string, id: string): Promise<{ readonly reason?: string }>;
  /** The events of a purchase so far, in order. */
  of(id: string): string[];
  /** Sends the signal and returns the exit code, null where the signal ended the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** What the steps of a process do; without a plan all of them work at once. */
export interface CrashPlan {
  /** A step that never ends. */
  readonly hold?: string;
  /** A step that fails for good, with the message `It answered 422.` */
  readonly reject?: string;
  /** A purchase that has ended: its `begin` says no. */
  readonly settled?: string;
}

/** An engine's storage, and processes that run engines on it. Disposing of it ends them. */
export interface CrashFixture extends AsyncDisposable {
  readonly workflow: PurchaseWorkflow;
  start(plan?: CrashPlan): EngineUnderTest;
}

/** Opens a storage that no other test uses. */
export type OpenCrash = () => Promise<CrashFixture>;

/** What becomes of purchases when a process that runs a PurchaseWorkflow ends. */
export function purchaseWorkflowCrashContract(name: string, open: OpenCrash): void {
  describe(`PurchaseWorkflow: ${name}`, () => {
    describe('a process that is killed', () => {
      killed(open);
    });
    describe('a process that is closed', () => {
      toldToEnd(open);
    });
  });
}

function killed(open: OpenCrash): void {
  test('a process that was killed in begin runs begin again', async () => {
    await using fixture = await open();
    const { id, first } = await killedIn(fixture, { hold: 'begin' });
    const second = fixture.start();
    await second.saw('complete ends', id);
    expect(first.of(id)).toEqual(['begin starts']);
    const steps = ['begin starts', 'begin ends', 'complete starts', 'complete ends'];
    expect(second.of(id)).toEqual(steps);
  });

  test('a purchase whose process was killed in complete is completed by another', async () => {
    await using fixture = await open();
    const { id, first } = await killedIn(fixture, { hold: 'complete' });
    const second = fixture.start();
    await second.saw('complete ends', id);
    expect(first.of(id)).toEqual(['begin starts', 'begin ends', 'complete starts']);
    expect(second.of(id).slice(-2)).toEqual(['complete starts', 'complete ends']);
  });

  test('a process that was killed in abandon runs abandon again, for the same reason', async () => {
    await using fixture = await open();
    const { id, first } = await killedIn(fixture, { hold: 'abandon', reject: 'complete' });
    const second = fixture.start();
    await second.saw('abandon ends', id);
    const steps = ['begin starts', 'begin ends', 'complete starts', 'abandon starts'];
    expect(first.of(id)).toEqual(steps);
    expect(second.of(id)).toEqual(['abandon starts', 'abandon ends']);
    const { reason } = await second.saw('abandon starts', id);
    expect(reason).toBe('It answered 422.');
  });
}

/** Kills a process in the step where it holds a new purchase. */
async function killedIn(
  fixture: CrashFixture,
  plan: CrashPlan & { readonly hold: string },
): Promise<{ id: string; first: EngineUnderTest }> {
  const id = await submitted(fixture.workflow);
  const first = fixture.start(plan);
  await first.saw(`${plan.hold} starts`, id);
  expect(await first.end('SIGKILL')).toBeNull();
  return { id, first };
}

function toldToEnd(open: OpenCrash): void {
  test('a process that is closed leaves nothing open, and no step to be repeated', async () => {
    await using fixture = await open();
    const id = await submitted(fixture.workflow);
    const first = fixture.start();
    await first.saw('complete ends', id);
    // It does not call exit: it ends when nothing keeps it alive.
    expect(await first.end('SIGTERM')).toBe(0);
    await fixture.workflow.start(id);
    const later = await submitted(fixture.workflow);
    const second = fixture.start({ settled: id });
    await second.saw('complete ends', later);
    expect(second.of(id).filter((event) => !event.startsWith('begin'))).toEqual([]);
  });
}

/** Starts the workflow of a new purchase and returns its id. */
async function submitted(workflow: PurchaseWorkflow): Promise<string> {
  const id = crypto.randomUUID();
  await workflow.start(id);
  return id;
}
