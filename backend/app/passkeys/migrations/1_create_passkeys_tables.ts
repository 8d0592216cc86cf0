import { Schema } from '@crossdock/kernel/database'

/**
 * Passkeys, second factors, recovery codes, and sign-ins that wait for a second factor. All are deleted with their
 * person; those of a super administrator belong to no tenant. The indexes on the tenant serve the deletion of a
 * tenant in batches.
 */
export default class extends Schema {
  override async up() {
    const ofPerson = { nullable: true, references: { user_id: 'users' } }
    this.createTenantTable(
      'passkeys',
      (table) => {
        table.string('user_id', 36).notNullable()
        // Authenticators choose it, with up to 1023 bytes.
        table.string('credential_id', 1400).notNullable().unique()
        table.text('public_key').notNullable()
        // Unsigned 32-bit number.
        table.bigInteger('counter').notNullable()
        this.json(table, 'transports').notNullable()
        table.string('name', 100).notNullable()
        this.instant(table, 'last_used_at').nullable()
        table.index(['user_id', 'created_at', 'id'])
        table.index(['tenant_id'])
      },
      ofPerson
    )
    // Deleted when they are answered, or when the next one is created after their expiry.
    this.createTenantTable(
      'passkey_challenges',
      (table) => {
        // A hash, like all random secrets.
        table.string('challenge', 64).notNullable().unique()
        table.string('purpose', 20).notNullable()
        table.string('bound_to', 64).notNullable()
        this.instant(table, 'expires_at').notNullable()
        table.index(['expires_at'])
        table.index(['tenant_id'])
      },
      { nullable: true }
    )
    // People who use a second factor.
    this.createTenantTable(
      'second_factors',
      (table) => {
        table.string('user_id', 36).notNullable().unique()
        table.index(['tenant_id'])
      },
      ofPerson
    )
    this.createTenantTable(
      'recovery_codes',
      (table) => {
        table.string('user_id', 36).notNullable()
        // A keyed hash, because codes are short enough to be guessed from a plain one.
        table.string('code', 64).notNullable().unique()
        table.index(['user_id'])
        table.index(['tenant_id'])
      },
      ofPerson
    )
    this.createTenantTable(
      'waiting_sign_ins',
      (table) => {
        table.string('user_id', 36).notNullable()
        // Hash of the secret in the browser's cookie.
        table.string('browser', 64).notNullable().unique()
        table.integer('attempts').notNullable().defaultTo(0)
        this.instant(table, 'expires_at').notNullable()
        table.index(['expires_at'])
        table.index(['user_id'])
        table.index(['tenant_id'])
      },
      ofPerson
    )
  }
}
