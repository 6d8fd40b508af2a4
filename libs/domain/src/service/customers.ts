/** The door of what an operator does with customers and their keys: loaded when it is asked for. */
export { issueCustomerKey, listCustomers, revokeCustomerKey } from './keys/customer-keys.ts';
