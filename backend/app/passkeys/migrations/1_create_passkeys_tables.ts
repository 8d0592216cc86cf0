import { Schema } from '@crossdock/kernel/database'

/**
 * Passkeys go with their person; those of a super administrator belong to no tenant. Challenges are what a browser has
 * been asked to sign: they go when they are taken, or when the next one is made after their time.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'passkeys',
      (table) => {
        table.string('user_id', 36).notNullable()
        // Authenticators choose it, of up to 1023 bytes.
        table.string('credential_id', 1400).notNullable().unique()
        table.text('public_key').notNullable()
        // 32 bits without a sign.
        table.bigInteger('counter').notNullable()
        this.json(table, 'transports').notNullable()
        table.string('name', 100).notNullable()
        this.instant(table, 'last_used_at').nullable()
        table.index(['user_id', 'created_at', 'id'])
      },
      { nullable: true, references: { user_id: 'users' } }
    )
    this.createTenantTable(
      'passkey_challenges',
      (table) => {
        // A hash, like all that is random and secret.
        table.string('challenge', 64).notNullable().unique()
        table.string('purpose', 20).notNullable()
        table.string('bound_to', 64).notNullable()
        this.instant(table, 'expires_at').notNullable()
        table.index(['expires_at'])
      },
      { nullable: true }
    )
  }

  override async down() {
    this.schema.dropTable('passkey_challenges')
    this.schema.dropTable('passkeys')
  }
}
