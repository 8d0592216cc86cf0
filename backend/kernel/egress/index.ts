export { parseRange, rangeText, type AllowedRange } from './addresses.js'
export { egressAllowances, type EgressAllowances } from './allowances.js'
export { Egress, egress } from './egress.js'
export type { EgressRequest, EgressResponse, EgressStream, EgressStreamRequest } from './egress.js'
export type { EgressConnection } from './connect.js'
export type { EgressOptions, EgressRefusal, Resolver } from './guard.js'
export {
  EgressError,
  EgressRefused,
  EgressTimeout,
  EgressTooLarge,
  EgressUnreachable,
} from './errors.js'
export type { EgressErrorCode } from './errors.js'
