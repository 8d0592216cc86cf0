import { Schema } from '@crossdock/kernel/database'

/**
 * Uploads that come in several goes (tus), each with a draft of the same id. Rows go with their end
 * (`DELETE`), with their expiry (`assets.expireUploads`, by the index) or with the tenant; they are asked for by their id.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('uploads', (table) => {
      table.string('user_id', 36).nullable()
      table.string('parent_id', 36).nullable()
      this.json(table, 'path').notNullable()
      table.string('mime_type', 255).notNullable()
      table.bigInteger('length').nullable()
      table.boolean('is_partial').notNullable()
      table.text('concat').nullable()
      table.text('metadata').nullable()
      this.instant(table, 'expires_at').notNullable()
      table.string('asset_id', 36).nullable()
      table.integer('version').nullable()
      table.index(['expires_at'])
    })
  }

  override async down() {
    this.schema.dropTable('uploads')
  }
}
