import { Schema } from '../../database/index.js'

/** For those who follow one tenant's events in the order of the log; on SQLite that is the order of `seq`. */
export default class extends Schema {
  override async up() {
    if (!this.postgres) return
    this.schema.alterTable('middleware_events', (table) => {
      table.index(['tenant_id', 'transaction', 'seq'])
    })
  }

  override async down() {
    if (!this.postgres) return
    this.schema.alterTable('middleware_events', (table) => {
      table.dropIndex(['tenant_id', 'transaction', 'seq'])
    })
  }
}
