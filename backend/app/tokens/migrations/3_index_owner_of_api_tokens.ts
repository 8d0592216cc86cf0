import { Schema } from '@crossdock/kernel/database'

/** For the lists of people who see their own tokens only. */
export default class extends Schema {
  async up() {
    this.schema.alterTable('api_tokens', (table) => {
      table.index(['user_id', 'tenant_id', 'created_at', 'id'])
    })
  }

  async down() {
    this.schema.alterTable('api_tokens', (table) => {
      table.dropIndex(['user_id', 'tenant_id', 'created_at', 'id'])
    })
  }
}
