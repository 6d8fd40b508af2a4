import { anEntry } from '@solano/domain/contracts';
import { type DeviationDeps, RealisedCurves } from '@solano/domain/desk';
import { readDeviation } from '@solano/domain/desk/deviation';
import { CachedImbalance } from '@solano/domain/market';
import {
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryEnergySettingsStore,
  MemoryEvaluationStore,
  MemoryImbalancePriceStore,
  MemoryMeasurementStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemoryTradeStore,
} from '@solano/memory';

export const CUSTOMER = { id: crypto.randomUUID(), name: 'norte', folder: null, permissions: [] };
export const PORTFOLIO = { user: 'ana', retailer: 'acme' };
export const OWNER = { customerId: CUSTOMER.id, portfolio: PORTFOLIO };

/** The stores of a portfolio, in memory; the files beside have what is put into them. */
export class DeviationWorld {
  readonly database = new MemoryDatabase();
  readonly measurements = new MemoryMeasurementStore(this.database);
  readonly energySettings = new MemoryEnergySettingsStore(this.database);
  readonly purchases = new MemoryPurchaseStore(this.database);
  readonly decisions = new MemoryDecisionStore(this.database);
  readonly evaluations = new MemoryEvaluationStore(this.database);
  readonly trades = new MemoryTradeStore(this.database);
  readonly imbalance = new MemoryImbalancePriceStore(this.database);
  readonly prices = new MemoryPriceStore(this.database);
  now = new Date('2027-06-01T00:00Z');
  readonly #realisedCurves = new RealisedCurves();
  readonly #imbalanceDays = new CachedImbalance();
  #changes = 0;

  constructor() {
    this.database.customers.set(CUSTOMER.id, CUSTOMER);
  }

  deps(): DeviationDeps {
    const { measurements, energySettings, purchases, trades, imbalance, prices } = this;
    const stores = { measurements, energySettings, purchases, trades, imbalance, prices };
    return {
      ...stores,
      realisedCurves: this.#realisedCurves,
      imbalanceDays: this.#imbalanceDays,
      clock: () => this.now,
    };
  }

  compare(from: string, to = from) {
    return readDeviation(this.deps(), { ...OWNER, from, to });
  }

  /** Each change has its own entry in the audit log, and comes a minute after the last one. */
  change() {
    this.#changes += 1;
    const at = new Date(Date.parse('2026-01-01T00:00Z') + this.#changes * 60_000);
    return { at, entry: anEntry({ customerId: CUSTOMER.id, subject: `${this.#changes}` }) };
  }
}
