export { watchLog, whereToWatchFrom } from './watchers.js'
export type { LogReader } from './watch.js'
