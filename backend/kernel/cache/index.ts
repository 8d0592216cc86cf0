export { Cache, type CacheOptions } from './cache.js'
export { Present, type PresentOptions } from './present.js'
