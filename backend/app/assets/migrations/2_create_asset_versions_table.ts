import { Schema } from '@crossdock/kernel/database'

export default class extends Schema {
  override async up() {
    this.createTenantTable('asset_versions', (table) => {
      table
        .string('asset_id', 36)
        .notNullable()
        .references('id')
        .inTable('assets')
        .onDelete('CASCADE')
      table.integer('version').notNullable()
      table.string('content_id', 64).notNullable()
      table.bigInteger('size').notNullable()
      table.string('mime_type', 255).notNullable()
      table.string('uploaded_by', 36).nullable()
      table.unique(['asset_id', 'version'])
      table.index(['tenant_id', 'content_id'])
    })
  }

  override async down() {
    this.schema.dropTable('asset_versions')
  }
}
