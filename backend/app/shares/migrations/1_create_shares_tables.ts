import { Schema } from '@crossdock/kernel/database'

/**
 * Links to files and folders, their counted downloads, and the tenant's rule for links. All rows are deleted with
 * their tenant.
 */
export default class extends Schema {
  override async up() {
    // Only a hash of `token` is stored. Rows are deleted with their file or folder, and 90 days after their end
    // (`shares.purge`, by the index on `kept_until`).
    this.createTenantTable(
      'shares',
      (table) => {
        table.string('asset_id', 36).notNullable()
        table.string('kind', 10).notNullable()
        table.string('name', 255).notNullable()
        table.string('token', 64).notNullable().unique()
        // The sealed secret, so that the link can be copied again; null when links are shown once.
        table.text('sealed_token').nullable()
        table.string('password', 200).nullable()
        table.text('message').nullable()
        this.json(table, 'recipients').notNullable()
        this.instant(table, 'expires_at').notNullable()
        table.integer('max_downloads').nullable()
        table.integer('downloads').notNullable().defaultTo(0)
        // The bytes that the link served without counting a download.
        table.bigInteger('probed_bytes').notNullable().defaultTo(0)
        table.integer('uploads').notNullable().defaultTo(0)
        this.instant(table, 'last_used_at').nullable()
        table.string('created_by', 36).notNullable()
        // The API token that created the link. It has no foreign key: when the token is deleted, the link ends but
        // stays in the inventory.
        table.string('api_token_id', 36).nullable()
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
    // Bytes left of counted downloads. Rows are deleted with their link, and some hours after they began
    // (`shares.purge`, by the index on `created_at`).
    this.createTenantTable(
      'share_downloads',
      (table) => {
        table.string('share_id', 36).notNullable()
        table.bigInteger('bytes_left').notNullable()
        table.index(['share_id'])
        table.index(['created_at', 'id'])
        // For the deletion of a tenant in batches.
        table.index(['tenant_id'])
      },
      { references: { share_id: 'shares' } }
    )
    // No row means the default.
    this.createTenantTable('sharing_rules', (table) => {
      table.boolean('enabled').notNullable()
      table.integer('default_days').notNullable()
      table.integer('max_days').notNullable()
      table.boolean('password_required').notNullable()
      // Whether links can be copied only when they are created.
      table.boolean('shown_once').notNullable().defaultTo(false)
      table.unique(['tenant_id'])
    })
  }
}
