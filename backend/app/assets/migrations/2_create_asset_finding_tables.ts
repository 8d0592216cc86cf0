import { Schema } from '@crossdock/kernel/database'

/** Tables that find assets: by tag, metadata, star and visit. Rows are deleted with their asset (`purgeSome`). */
export default class extends Schema {
  override async up() {
    const references = { asset_id: 'assets' }
    this.createTenantTable(
      'asset_tags',
      (table) => {
        table.string('asset_id', 36).notNullable()
        table.string('tag', 64).notNullable()
        // Binary collation: under row-level security only that order serves searches by prefix.
        table
          .specificType('tag_key', `varchar(255)${this.postgres ? ' collate "C"' : ''}`)
          .notNullable()
        table.unique(['asset_id', 'tag_key'])
        table.index(['tenant_id', 'tag_key', 'asset_id'])
      },
      { references }
    )
    // One row for each value of an asset's metadata.
    this.createTenantTable(
      'asset_metadata',
      (table) => {
        table.string('asset_id', 36).notNullable()
        table.string('key', 128).notNullable()
        table.string('text_value', 255).nullable()
        table.specificType('number_value', this.postgres ? 'double precision' : 'real').nullable()
        this.instant(table, 'date_value').nullable()
        table.unique(['asset_id', 'key'])
      },
      { references }
    )
    for (const column of values) {
      this.schema.raw(
        `create index asset_metadata_${column} on asset_metadata (tenant_id, key, ${column}, asset_id)
         where ${column} is not null`
      )
    }
    // For the deletion of a tenant in batches.
    this.schema.raw('create index asset_metadata_tenant_id_index on asset_metadata (tenant_id)')
    // Stars and visits are also deleted with their person.
    this.createTenantTable(
      'asset_stars',
      (table) => {
        table.string('asset_id', 36).notNullable().index()
        const user = table.string('user_id', 36).notNullable()
        user.references('id').inTable('users').onDelete('CASCADE')
        table.unique(['user_id', 'asset_id'])
        // For the deletion of a tenant in batches.
        table.index(['tenant_id'])
      },
      { references }
    )
    this.createTenantTable(
      'asset_visits',
      (table) => {
        table.string('asset_id', 36).notNullable().index()
        const user = table.string('user_id', 36).notNullable()
        user.references('id').inTable('users').onDelete('CASCADE')
        this.instant(table, 'visited_at').notNullable()
        table.unique(['user_id', 'asset_id'])
        table.index(['tenant_id', 'user_id', 'visited_at'])
      },
      { references }
    )
  }
}

/** Each kind of value has its own index. A row has one kind of value, or a text that is also a date. */
const values = ['text_value', 'number_value', 'date_value']
