import { Schema } from '../../database/index.js'

/** The migrator adds the policies of row-level security (database/wall.ts). */
export default class extends Schema {
  override async up() {
    this.schema.createTable('tenants', (table) => {
      table.string('id', 36).primary()
      table.string('name', 255).notNullable()
      table.string('subdomain', 63).notNullable().unique()
      table.text('logo').nullable()
      this.json(table, 'settings').notNullable().defaultTo('{}')
      table.string('status', 20).notNullable().defaultTo('active')
      this.instant(table, 'created_at').notNullable()
      this.instant(table, 'updated_at').notNullable()
    })
    this.protect('tenants')
  }
}
