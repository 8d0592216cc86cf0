import { Schema } from '../../database/index.js'

/** Whether an event is parked, for any consumer: such a one stays in the log. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('parked_events', (table) => {
      table.index(['event_id'])
    })
  }

  override async down() {
    this.schema.alterTable('parked_events', (table) => {
      table.dropIndex(['event_id'])
    })
  }
}
