export * from './public.js'
export { ask, unscoped } from './database.js'
export { askAside } from './readers.js'
