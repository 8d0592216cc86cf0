export * from './public.js'
export { unscoped } from './database.js'
