// What a verifier needs, on the server and where there is none: it imports nothing but Node's own.
export { hashOf, hashOfPart, origin, type Part, type SealedEntry } from './entry.js'
export { mostFindings, type Finding } from './finding.js'
export { signedText, type CheckHead, type SignedHead } from './head.js'
export { HeadsCheck } from './heads_check.js'
export { beginning, ChainVerifier, erasure, type Place } from './verifier.js'
