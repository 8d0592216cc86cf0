export * from './public.js'
export { ask, unscoped } from './database.js'
