// What plugins from outside may use, too: it keeps its promise from version to version.
export { Answer } from './answer.js'
export { answerOf } from './answer_of.js'
export {
  authentication,
  concerns,
  environmentResolver,
  tenantDirectory,
  type Authentication,
  type EnvironmentResolver,
  type Hold,
  type Identity,
  type TenantDirectory,
} from './identity.js'
export { identifyAgain } from './identify.js'
export { unknownFields, validate } from './input.js'
export {
  channel,
  feed,
  sseText,
  type Channel,
  type ChannelSource,
  type Feed,
  type FeedSource,
  type Receiver,
} from './live/index.js'
export {
  hostOf,
  originHere,
  originsOf,
  ownDomainHere,
  ownDomains,
  subdomainOf,
  type OwnDomains,
} from './hosts.js'
export { loggable } from './loggable.js'
export { assertFreshProof } from './proof.js'
export {
  defaultPageSize,
  isPlace,
  maxPageSize,
  type FilterRange,
  type FilterValue,
  period,
  type ListDefinition,
  type ListRequest,
  parseList,
} from './list.js'
export { clientAddress } from './client_address.js'
export { clientKey, Limit, type LimitRule } from './limits.js'
export { readInstant } from './read_instant.js'
export type { RefusalPage } from './refusal_page.js'
export { originOf } from './request_record.js'
export { contextNow, stillAllowed } from './still_allowed.js'
export { securityLog } from './security_log.js'
export { httpStages, type Stage, type StageName } from './stages.js'
export type { Call } from './call.js'
export {
  door,
  operation,
  type Access,
  type Input,
  type ItemInput,
  type Operation,
  type Validator,
} from './operation.js'
export type { Output } from './operation_types.js'
export {
  fewRows,
  fold,
  narrowedTo,
  searched,
  searchedByWords,
  searchedOr,
  searchIn,
} from '../search/index.js'
export { Page, paginate, paginateTable, type Row } from './page.js'
export {
  mailAddress,
  plainName,
  typedAddress,
  unreadable,
  visibleName,
  withoutUnreadable,
} from './texts.js'
export { answerShape, anything, instant, namedShape, timeOfDay, word } from './shapes.js'
export {
  conflict,
  invalid,
  missingPermission,
  notFound,
  Problem,
  refusedFields,
  type FieldError,
} from '../ground/problem.js'
export { beginningOf, english, text, type Text, type Written } from '../ground/text.js'
