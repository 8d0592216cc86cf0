import { Schema } from '@crossdock/kernel/database'

/**
 * The operator's settings of the public pages, one row, and requests for a demo. Both belong to no tenant. The
 * operator deletes requests, or they are deleted after half a year.
 */
export default class extends Schema {
  override async up() {
    this.schema.createTable('public_pages', (table) => {
      table.string('id', 36).primary()
      this.instant(table, 'created_at').notNullable()
      this.instant(table, 'updated_at').notNullable()
      table.string('product_name', 60).nullable()
      table.string('primary_color', 7).nullable()
      this.json(table, 'figures').notNullable()
      table.string('logo_hash', 64).nullable()
      // Base64: a few hundred kilobytes at most.
      table.text('logo').nullable()
    })
    this.schema.createTable('demo_requests', (table) => {
      table.string('id', 36).primary()
      this.instant(table, 'created_at').notNullable()
      table.string('name', 100).notNullable()
      table.string('email', 254).notNullable()
      table.text('message').nullable()
      table.string('status', 20).notNullable()
      this.instant(table, 'answered_at').nullable()
      // For the operator's list, and for deleting the oldest.
      table.index(['created_at', 'id'])
      table.index(['status', 'created_at', 'id'])
    })
  }
}
