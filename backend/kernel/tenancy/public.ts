// Also the API of plugins from outside: it stays compatible from version to version.
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
export { OperatorModel } from './operator_model.js'
export type { RowValues } from '../database/rows/kept_rows.js'
export { tenantRows } from './tenant_rows.js'
export { insertMissing, tenantTable } from './tenant_table.js'
export { environmentResolver, type EnvironmentResolver } from './environment_tables.js'
export { originsOf, ownDomains, subdomainOf, type OwnDomains } from './origins.js'
export { tenantDirectory, type TenantDirectory } from './tenant_directory.js'
