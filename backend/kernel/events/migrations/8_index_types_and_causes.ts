import { Schema } from '../../database/index.js'

const ofType = 'middleware_events_type'
const ofCause = 'middleware_events_cause'

/** Indexes for the newest events of a type, and for the events that an event caused. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('middleware_events', (table) => {
      table.index(['tenant_id', 'event_type', 'seq'], ofType)
      table.index(['tenant_id', 'cause_id', 'seq'], ofCause)
    })
  }

  override async down() {
    this.schema.alterTable('middleware_events', (table) => {
      table.dropIndex([], ofCause)
      table.dropIndex([], ofType)
    })
  }
}
