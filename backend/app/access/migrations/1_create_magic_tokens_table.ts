import { Schema } from '@crossdock/kernel/database'

/**
 * What was mailed to let somebody in. `token` and `code` are kept as hashes only; the default of
 * `code` stands for a link without a code, because no hash reads like it.
 */
export default class extends Schema {
  async up() {
    this.createTenantTable(
      'magic_tokens',
      (table) => {
        table.string('email', 254).notNullable()
        // Whom it lets in; empty for an address nobody has, so that both look alike from outside.
        table.string('user_id', 36).nullable().references('id').inTable('users').onDelete('CASCADE')
        table.string('token', 64).notNullable().unique()
        table.string('code', 64).notNullable().defaultTo('000000')
        table.integer('attempts').notNullable().defaultTo(0)
        table.boolean('used').notNullable().defaultTo(false)
        this.instant(table, 'expires_at').notNullable()
        table.index(['email', 'expires_at'])
        table.index(['expires_at'])
      },
      { nullable: true }
    )
  }

  async down() {
    this.schema.dropTable('magic_tokens')
  }
}
