export { parseRange, rangeText, type AllowedRange } from './addresses.js'
export { egressAllowances, type EgressAllowances } from './allowances.js'
export { Egress, egress } from './egress.js'
export type {
  EgressRefusal,
  EgressOptions,
  EgressRequest,
  EgressResponse,
  Resolver,
} from './egress.js'
export {
  EgressError,
  EgressRefused,
  EgressTimeout,
  EgressTooLarge,
  EgressUnreachable,
} from './errors.js'
export type { EgressErrorCode } from './errors.js'
