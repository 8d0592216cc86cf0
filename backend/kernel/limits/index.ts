export { clientKey } from '../ground/addresses.js'
export { closeLimits, Limit, type LimitRule } from './limits.js'
