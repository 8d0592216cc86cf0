import { Schema } from '../schema.js'

/** A row a plugin there ever was: nobody deletes it, for what the plugin has stored stays as well. */
export default class extends Schema {
  override async up() {
    this.schema.createTable('installed_plugins', (table) => {
      table.string('name', 100).primary()
      // The package from outside it came in; empty for what comes with Crossdock.
      table.string('package', 214).nullable()
      // Names it brought, by the extension points they are stored for.
      this.json(table, 'brings').notNullable()
    })
  }

  override async down() {
    this.schema.dropTable('installed_plugins')
  }
}
