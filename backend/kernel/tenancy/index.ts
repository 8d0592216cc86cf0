export {
  currentContext,
  currentTenantId,
  newContext,
  peekContext,
  runInContext,
  systemActor,
  type Actor,
  type Caller,
  type Context,
} from '../ground/context.js'
export { insertAll } from './adapter.js'
export { asOperator, inTenant, withContext } from './switch.js'
export { Model, TenantModel } from './tenant_model.js'
export { tenantTable } from './tenant_table.js'
