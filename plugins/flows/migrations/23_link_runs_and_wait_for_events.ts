import { Schema } from '@crossdock/kernel/database'
import type { Knex } from 'knex'

const runs = 'flow_execution_history'
const waits = 'flow_event_waits'

/**
 * The run that started a run, and what it waits for; and the events that steps wait for, a row for
 * each type of event. Waits go with their run.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable(runs, (table) => {
      // No reference: runs are deleted one by one when they are old.
      table.string('parent_id', 36).nullable()
      table.string('parent_token', 64).nullable()
      // The first run of all that were started by one another.
      table.string('first_id', 36).nullable()
      table.index(['tenant_id', 'parent_id', 'created_at', 'id'], `${runs}_parent`)
      table.index(['tenant_id', 'first_id'], `${runs}_first`)
    })
    const build = (table: Knex.CreateTableBuilder) => {
      table.string('run_id', 36).notNullable()
      table.string('token', 64).notNullable()
      table.string('event_type', 100).notNullable()
      // Events up to this place of the log do not count.
      table.bigInteger('from_seq').notNullable()
      table.string('asset_id', 36).nullable()
      this.json(table, 'filter').nullable()
      table.string('saved_by', 36).nullable()
      table.index(['tenant_id', 'event_type'], `${waits}_type`)
      table.index(['tenant_id', 'token'], `${waits}_token`)
      table.index(['tenant_id', 'run_id'], `${waits}_run`)
    }
    this.createTenantTable(waits, build, { references: { run_id: runs } })
  }

  override async down() {
    this.schema.dropTable(waits)
    this.schema.alterTable(runs, (table) => {
      table.dropIndex([], `${runs}_parent`)
      table.dropIndex([], `${runs}_first`)
    })
    for (const name of ['parent_id', 'parent_token', 'first_id']) {
      this.schema.raw(`alter table ${runs} drop column ${name}`)
    }
  }
}
