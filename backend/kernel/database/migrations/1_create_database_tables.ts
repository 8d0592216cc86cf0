import { Schema } from '../schema/schema.js'

export default class extends Schema {
  override async up() {
    // One row that every health check rewrites; it is never deleted.
    this.schema.createTable('health_probe', (table) => {
      table.integer('id').primary()
      this.instant(table, 'written_at').notNullable()
    })
    // One row per plugin ever installed. It is never deleted, because the plugin's data stays as well.
    this.schema.createTable('installed_plugins', (table) => {
      table.string('name', 100).primary()
      // The external package of the plugin; empty for plugins that ship with Crossdock.
      table.string('package', 214).nullable()
      // Names the plugin contributed, by the extension points that store them.
      this.json(table, 'brings').notNullable()
    })
  }
}
