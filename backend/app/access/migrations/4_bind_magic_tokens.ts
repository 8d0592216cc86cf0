import { Schema } from '@crossdock/kernel/database'

/** Which browser asked for a mail, and which links came in the same mail. */
export default class extends Schema {
  async up() {
    this.schema.alterTable('magic_tokens', (table) => {
      // Hash of the secret in the asking browser's cookie; empty when nobody's browser asked.
      table.string('browser', 64).nullable()
      // Empty for what was mailed before this column: such a link came alone.
      table.string('request_id', 36).nullable()
      table.index(['email', 'browser', 'id'])
      table.index(['request_id', 'id'])
    })
  }

  async down() {
    this.schema.alterTable('magic_tokens', (table) => {
      table.dropIndex(['email', 'browser', 'id'])
      table.dropIndex(['request_id', 'id'])
    })
    this.schema.alterTable('magic_tokens', (table) => {
      table.dropColumn('browser')
      table.dropColumn('request_id')
    })
  }
}
