// What plugins from outside may use, too: it keeps its promise from version to version.
export {
  currentContext,
  currentTenantId,
  holds,
  systemActor,
  type Actor,
  type Caller,
  type Context,
} from '../ground/context.js'
export { insertAll } from './adapter.js'
export { asOperator, inTenant } from './switch.js'
export { TenantModel } from './tenant_model.js'
export type { RowValues } from '../database/kept_rows.js'
export { tenantRows } from './tenant_rows.js'
export { insertMissing, tenantTable } from './tenant_table.js'
