import { Schema } from '../../database/index.js'

const name = 'middleware_events_about'

/** For what happened last to something, however often something happened to it before. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('middleware_events', (table) => {
      table.index(['tenant_id', 'target_id', 'seq'], name)
      table.dropIndex(['target_id'])
    })
  }

  override async down() {
    this.schema.alterTable('middleware_events', (table) => {
      table.index(['target_id'])
      table.dropIndex([], name)
    })
  }
}
