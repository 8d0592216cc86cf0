// The CLI uses this folder offline, so it imports only Node's own modules.
export { hashOf, hashOfPart, origin, type Part, type SealedEntry } from './entry.js'
export { maxFindings, type Finding } from './finding.js'
export { signedText, type CheckHead, type SignedHead } from './head.js'
export { HeadsCheck } from './heads_check.js'
export { beginning, ChainVerifier, erasure, type Place } from './verifier.js'
