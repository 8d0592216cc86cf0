import { Schema } from '@crossdock/kernel/database'

const name = 'flow_execution_history_trigger'

/** Runs of one kind of trigger, newest first: one that set off few, or none, is told by what it has. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('flow_execution_history', (table) => {
      table.index(['tenant_id', 'trigger_type', 'created_at', 'id'], name)
    })
  }

  override async down() {
    this.schema.alterTable('flow_execution_history', (table) => {
      table.dropIndex([], name)
    })
  }
}
