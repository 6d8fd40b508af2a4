export { MemoryCustomerStore } from './customer-store.ts';
export { MemoryDatabase } from './database.ts';
export { MemoryKeyStore } from './key-store.ts';
export { MemoryPriceStore } from './price-store.ts';
export { MemoryPurchaseStore } from './purchase-store.ts';
export { MemoryPurchaseWorkflow } from './purchase-workflow.ts';
export { MemoryStrategyStore } from './strategy-store.ts';
