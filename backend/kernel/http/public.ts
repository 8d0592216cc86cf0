// The interface for external plugins; stays compatible from version to version.
export { Answer } from './answer.js'
export type { Call } from './call.js'
export { clientAddress } from './client_address.js'
export { refuseAddress } from './problem_answer.js'
export { hostOf, originHere, ownDomainHere } from './hosts.js'
export { identifyAgain } from './identify.js'
export {
  authentication,
  concerns,
  type Authentication,
  type Hold,
  type Identity,
} from './identity.js'
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
  door,
  operation,
  type Access,
  type Input,
  type ItemInput,
  type Operation,
} from './operation.js'
export { assertFreshProof } from './proof.js'
export type { RefusalPage } from './refusal_page.js'
export { originOf } from './request_record.js'
export { httpStages, type Stage, type StageName } from './stages.js'
export { contextNow, stillAllowed } from './still_allowed.js'
