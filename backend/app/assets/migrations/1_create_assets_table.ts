import { Schema } from '@crossdock/kernel/database'

/** Sorts of a folder's list; each has an index that also brings the tie-breaker. */
const sorted = ['name', 'type', 'size', 'created_at', 'updated_at']

export default class extends Schema {
  override async up() {
    this.createTenantTable('assets', (table) => {
      table
        .string('parent_id', 36)
        .nullable()
        .references('id')
        .inTable('assets')
        .onDelete('CASCADE')
      table.string('name', 255).notNullable()
      table.string('type', 10).notNullable()
      table.string('mime_type', 255).nullable()
      table.bigInteger('size').notNullable().defaultTo(0)
      table.integer('version').notNullable().defaultTo(0)
      this.json(table, 'metadata').notNullable()
      table.string('uploaded_by', 36).nullable()
      this.instant(table, 'updated_at').notNullable()
      this.instant(table, 'trashed_at').nullable()
      // A null parent is no value to a unique index, and gives PostgreSQL no order to read in.
      table.specificType(
        'parent_key',
        `varchar(36) generated always as (coalesce(parent_id, '')) stored`
      )
      table.index(['parent_id'])
    })
    const place = 'tenant_id, parent_key'
    this.schema.raw(
      `create unique index assets_sibling_name on assets (${place}, name) where trashed_at is null`
    )
    for (const column of sorted) {
      this.schema.raw(
        `create index assets_by_${column} on assets (${place}, ${column}, id) where trashed_at is null`
      )
    }
    this.schema.raw(
      'create index assets_trash on assets (tenant_id, trashed_at, id) where trashed_at is not null'
    )
  }

  override async down() {
    this.schema.dropTable('assets')
  }
}
