export * from './public.js'
export { languages } from './languages.js'
export { nothingThere } from './problem.js'
export { whenClosed } from './when_closed.js'
