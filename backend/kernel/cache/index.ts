export { Cache, type CacheOptions } from './cache.js'
