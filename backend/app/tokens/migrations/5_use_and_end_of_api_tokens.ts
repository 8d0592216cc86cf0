import { Schema } from '@crossdock/kernel/database'

/**
 * Where a token was used last, when it was revoked, of which end its owner was told, and the environment
 * it is bound to. That one has no foreign key: environments are a plugin's, and a token whose environment
 * is gone is refused with every request.
 */
export default class extends Schema {
  async up() {
    this.schema.alterTable('api_tokens', (table) => {
      table.string('last_used_ip', 45).nullable()
      this.instant(table, 'revoked_at').nullable()
      // Days before the end of the last mail about it.
      table.smallint('reminded_days').nullable()
      table.string('environment_id', 36).nullable()
      // For the jobs that look across all tenants at what ends, and at what ended long ago.
      table.index(['expires_at', 'id'])
    })
  }

  async down() {
    this.schema.alterTable('api_tokens', (table) => {
      table.dropIndex(['expires_at', 'id'])
      for (const column of ['last_used_ip', 'revoked_at', 'reminded_days', 'environment_id']) {
        table.dropColumn(column)
      }
    })
  }
}
