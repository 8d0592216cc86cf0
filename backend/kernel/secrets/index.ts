export { SecretError, Secrets, secrets } from './secrets.js'
export { MASK, isMask, mask, keepMasked } from './mask.js'
export { redact, redactStart } from './redact.js'
