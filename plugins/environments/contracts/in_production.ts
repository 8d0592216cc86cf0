/** For migrations: what a table had before its rows belonged to environments belongs to `production` of their tenants. */
export const inProduction = (table: string) =>
  `update ${table} set environment_id = (
     select production.id from tenant_environments production
     where production.tenant_id = ${table}.tenant_id and production.name = 'production')`

/** Tables that it reads and writes. */
export const readInProduction = (table: string) => [table, 'tenant_environments']

/** For migrations: the key by which a row belongs to an environment of its own tenant. */
export const ofEnvironment = (table: string) => ({
  ...{ table, column: 'environment_id', target: 'tenant_environments' },
  required: true,
})
