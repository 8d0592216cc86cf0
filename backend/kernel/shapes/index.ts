export * from './public.js'
export { refuseForeign } from './input_safety.js'
export { resolved, sampleOf, type Schema, type Schemas } from './sample.js'
