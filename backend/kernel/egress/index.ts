export { Egress, egress } from './egress.js'
export type { EgressOptions, EgressRequest, EgressResponse, Resolver } from './egress.js'
export {
  EgressError,
  EgressRefused,
  EgressTimeout,
  EgressTooLarge,
  EgressUnreachable,
} from './errors.js'
export type { EgressErrorCode } from './errors.js'
