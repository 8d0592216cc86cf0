import { Schema } from '@crossdock/kernel/database'

/** Browser sessions; the cookie's token is kept as a hash only. */
export default class extends Schema {
  async up() {
    this.createTenantTable(
      'sessions',
      (table) => {
        table
          .string('user_id', 36)
          .notNullable()
          .references('id')
          .inTable('users')
          .onDelete('CASCADE')
        table.string('token', 64).notNullable().unique()
        table.string('ip', 45).nullable()
        table.string('user_agent', 255).nullable()
        this.instant(table, 'last_seen_at').notNullable()
        this.instant(table, 'expires_at').notNullable()
        table.index(['user_id', 'last_seen_at', 'id'])
        table.index(['expires_at'])
      },
      { nullable: true }
    )
  }

  async down() {
    this.schema.dropTable('sessions')
  }
}
