export * from './public.js'
export type { RowPlace } from './places.js'
export { readNextRows, readNextTableRows } from './page.js'
