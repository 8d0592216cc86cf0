export { watchLog } from './watchers.js'
export type { LogReader } from './watch.js'
