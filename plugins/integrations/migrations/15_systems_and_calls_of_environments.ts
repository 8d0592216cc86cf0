import { inProduction, readInProduction } from '@crossdock/environments/contracts'
import { Schema } from '@crossdock/kernel/database'

const logs = 'integration_logs'

/** Every list lies within one environment: its index, and the one it had, each behind the tenant. */
const lists: Record<string, { columns: string[]; former?: string }[]> = {
  external_systems: [
    { columns: ['name'] },
    { columns: ['system_type'] },
    { columns: ['created_at'] },
    { columns: ['updated_at'] },
  ],
  api_endpoints: [
    { columns: ['name'] },
    { columns: ['method'] },
    { columns: ['created_at'] },
    { columns: ['updated_at'] },
  ],
  system_folder_bindings: [{ columns: ['created_at'] }, { columns: ['updated_at'] }],
  [logs]: [
    { columns: ['created_at'] },
    { columns: ['duration'] },
    { columns: ['status', 'created_at'] },
    ...['workflow_id', 'system_id', 'endpoint_id', 'asset_id', 'execution_id'].map((column) => ({
      ...{ columns: [column, 'created_at'], former: `${logs}_by_${column}` },
    })),
  ],
}
const tables = Object.keys(lists)

const nameOf = (table: string, [column]: string[]) => `${table}_of_environment_by_${column}`
const formerOf = (table: string, columns: string[]) =>
  [table, 'tenant_id', ...columns, 'id', 'index'].join('_')

/** Systems with their endpoints, bindings and calls belong to an environment; what is there to `production`. */
export default class extends Schema {
  override async up() {
    for (const table of tables) {
      this.schema.raw(`alter table ${table} add column environment_id varchar(36)`)
      this.changeRows(readInProduction(table), inProduction(table))
    }
    for (const [table, all] of Object.entries(lists)) {
      this.schema.alterTable(table, (made) => {
        for (const { columns, former = formerOf(table, columns) } of all) {
          made.index(['tenant_id', 'environment_id', ...columns, 'id'], nameOf(table, columns))
          made.dropIndex([], former)
        }
      })
    }
  }

  override async down() {
    for (const [table, all] of Object.entries(lists)) {
      this.schema.alterTable(table, (made) => {
        for (const { columns, former = formerOf(table, columns) } of all) {
          made.index(['tenant_id', ...columns, 'id'], former)
          made.dropIndex([], nameOf(table, columns))
        }
      })
    }
    for (const table of tables) this.schema.raw(`alter table ${table} drop column environment_id`)
  }
}
