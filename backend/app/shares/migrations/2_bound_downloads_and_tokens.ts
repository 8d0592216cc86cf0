import { Schema } from '@crossdock/kernel/database'

/**
 * What is left of downloads that were counted: rows go with their link, and some hours after they began (`shares.purge`, by
 * the index on `created_at`). And the API token a link was made with; no foreign key: a link whose token is gone ends, and
 * stays in the inventory.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('shares', (table) => {
      table.string('api_token_id', 36).nullable()
    })
    this.createTenantTable(
      'share_downloads',
      (table) => {
        table.string('share_id', 36).notNullable()
        table.bigInteger('bytes_left').notNullable()
        table.index(['share_id'])
        table.index(['created_at', 'id'])
      },
      { references: { share_id: 'shares' } }
    )
  }

  override async down() {
    this.schema.dropTable('share_downloads')
    this.schema.alterTable('shares', (table) => {
      table.dropColumn('api_token_id')
    })
  }
}
