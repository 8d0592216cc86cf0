import { Schema } from '@crossdock/kernel/database'

const name = 'activity_logs_event_type'

/** Entries of one kind of event, newest first. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('activity_logs', (table) => {
      table.index(['tenant_id', 'event_type', 'created_at', 'id'], name)
    })
  }

  override async down() {
    this.schema.alterTable('activity_logs', (table) => {
      table.dropIndex([], name)
    })
  }
}
