import { Schema } from '@crossdock/kernel/database'
import type { Knex } from 'knex'

const heard = 'flow_heard_events'
const bursts = 'flow_file_bursts'
const files = 'flow_burst_files'

/**
 * Which events active workflows have chosen, and the events about files that are gathered for one run. All of it goes with
 * its workflow; a burst is deleted by the commit that starts its run.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      heard,
      (table) => {
        table.string('workflow_id', 36).notNullable()
        table.string('event_type', 100).notNullable()
        table.unique(['workflow_id', 'event_type'])
        // Asked at every event of the log.
        table.index(['tenant_id', 'event_type'], `${heard}_type`)
      },
      { references: { workflow_id: 'integration_workflows' } }
    )
    const burst = (table: Knex.CreateTableBuilder) => {
      table.string('workflow_id', 36).notNullable().unique()
      this.instant(table, 'due_at').notNullable()
      table.integer('event_count').notNullable()
      table.integer('file_count').notNullable()
      this.json(table, 'event').notNullable()
      table.string('root_id', 36).notNullable()
      table.integer('depth').notNullable()
      table.string('user_id', 36).nullable()
    }
    this.createTenantTable(bursts, burst, { references: { workflow_id: 'integration_workflows' } })
    const file = (table: Knex.CreateTableBuilder) => {
      table.string('burst_id', 36).notNullable()
      table.string('asset_id', 36).notNullable()
      this.json(table, 'file').notNullable()
      table.unique(['burst_id', 'asset_id'])
      table.index(['tenant_id', 'burst_id'])
    }
    this.createTenantTable(files, file, { references: { burst_id: bursts } })
  }

  override async down() {
    for (const name of [files, bursts, heard]) this.schema.dropTable(name)
  }
}
