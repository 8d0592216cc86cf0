import { Schema } from '../../database/index.js'

/** Which chunks a tenant has and where they lie, and the chunk lists of its contents. */
export default class extends Schema {
  override async up() {
    this.schema.createTable('content_chunks', (table) => {
      table.string('tenant_id', 36).notNullable()
      table.foreign('tenant_id').references('id').inTable('tenants').onDelete('CASCADE')
      table.string('hash', 64).notNullable()
      table.integer('size').notNullable()
      table.string('pack_id', 36).notNullable()
      table.bigInteger('pack_offset').notNullable()
      this.instant(table, 'created_at').notNullable()
      table.primary(['tenant_id', 'hash'])
    })
    this.protect('content_chunks')
    this.schema.createTable('contents', (table) => {
      table.string('tenant_id', 36).notNullable()
      table.foreign('tenant_id').references('id').inTable('tenants').onDelete('CASCADE')
      table.string('id', 64).notNullable()
      table.bigInteger('size').notNullable()
      table.binary('chunks').notNullable()
      this.instant(table, 'created_at').notNullable()
      table.primary(['tenant_id', 'id'])
    })
    this.protect('contents')
  }

  override async down() {
    this.schema.dropTable('contents')
    this.schema.dropTable('content_chunks')
  }
}
