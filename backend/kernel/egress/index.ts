export { parseRange, rangeText, refusalOf, type AllowedRange } from './addresses.js'
export { egressAllowances, type EgressAllowances } from './allowances.js'
export { Egress, egress } from './egress.js'
export type { EgressRequest, EgressResponse, EgressStream, EgressStreamRequest } from './egress.js'
export { readContent, type ReadContent } from './content.js'
export { ContentError, ContentTooLarge } from './content_error.js'
export { charsetIn, charsetToWrite, encodeText } from './charset.js'
export { acceptedCodings, type Content } from './unpack.js'
export { contextOptions } from './agents.js'
export { targetOf, type EgressTls } from './request.js'
export { queryText } from '../ground/query_text.js'
export type { EgressConnection } from './connect.js'
export type { EgressOptions, EgressRefusal, Resolver } from './guard.js'
export {
  EgressError,
  EgressRefused,
  EgressTimeout,
  EgressTooLarge,
  EgressUnreachable,
  EgressUnreadable,
} from './errors.js'
export type { EgressErrorCode } from './errors.js'
