export * from './public.js'
export { Model } from './tenant_model.js'
export { newContext, peekContext, runInContext } from '../ground/context.js'
export { withContext } from './switch.js'
