import { Schema } from '@crossdock/kernel/database'

const logs = 'integration_logs'
const former = ['workflow_id', 'system_id']
const columns = ['workflow_id', 'system_id', 'endpoint_id', 'asset_id', 'execution_id']
const nameOf = (column: string) => `${logs}_by_${column}`
const ofEndpoint = 'integration_logs_of_endpoint'

/**
 * Calls of one thing, newest first. By an index without the id, by which calls of one moment are told
 * apart, SQLite reads the log of the whole tenant instead.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable(logs, (table) => {
      for (const column of columns) {
        table.index(['tenant_id', column, 'created_at', 'id'], nameOf(column))
      }
      for (const column of former) table.dropIndex(['tenant_id', column, 'created_at'])
      table.dropIndex([], ofEndpoint)
    })
  }

  override async down() {
    this.schema.alterTable(logs, (table) => {
      for (const column of former) table.index(['tenant_id', column, 'created_at'])
      table.index(['tenant_id', 'endpoint_id', 'created_at'], ofEndpoint)
      for (const column of columns) table.dropIndex([], nameOf(column))
    })
  }
}
