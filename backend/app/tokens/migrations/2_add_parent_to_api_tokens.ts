import { Schema } from '@crossdock/kernel/database'

/**
 * Which token made a token. No foreign key: both have the same owner and go with that account, and
 * until then tokens are only ever marked as revoked.
 */
export default class extends Schema {
  async up() {
    this.schema.alterTable('api_tokens', (table) => {
      table.string('parent_id', 36).nullable()
      // For the descendants a revocation ends.
      table.index(['parent_id'])
    })
  }

  async down() {
    this.schema.alterTable('api_tokens', (table) => {
      table.dropIndex(['parent_id'])
      table.dropColumn('parent_id')
    })
  }
}
