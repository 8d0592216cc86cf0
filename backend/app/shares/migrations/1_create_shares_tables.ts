import { Schema } from '@crossdock/kernel/database'

/**
 * Links to files and folders; `token` is kept as a hash only. Rows go with what they lead to, with the tenant, and 90 days
 * after their end (`shares.purge`, by the index on `kept_until`). And what a tenant allows of links: no row as long as it
 * has not said so.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'shares',
      (table) => {
        table.string('asset_id', 36).notNullable()
        table.string('kind', 10).notNullable()
        table.string('name', 255).notNullable()
        table.string('token', 64).notNullable().unique()
        table.string('password', 200).nullable()
        table.text('message').nullable()
        this.json(table, 'recipients').notNullable()
        this.instant(table, 'expires_at').notNullable()
        table.integer('max_downloads').nullable()
        table.integer('downloads').notNullable().defaultTo(0)
        table.integer('uploads').notNullable().defaultTo(0)
        this.instant(table, 'last_used_at').nullable()
        table.string('created_by', 36).notNullable()
        table.boolean('opens_all').notNullable()
        this.instant(table, 'revoked_at').nullable()
        this.instant(table, 'kept_until').notNullable()
        table.index(['asset_id'])
        table.index(['created_by'])
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'expires_at', 'id'])
        table.index(['kept_until', 'id'])
      },
      { references: { asset_id: 'assets' } }
    )
    this.createTenantTable('sharing_rules', (table) => {
      table.boolean('enabled').notNullable()
      table.integer('default_days').notNullable()
      table.integer('max_days').notNullable()
      table.boolean('password_required').notNullable()
      table.unique(['tenant_id'])
    })
  }

  override async down() {
    this.schema.dropTable('sharing_rules')
    this.schema.dropTable('shares')
  }
}
