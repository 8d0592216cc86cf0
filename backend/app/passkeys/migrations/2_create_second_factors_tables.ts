import { Schema } from '@crossdock/kernel/database'

/** Who asks for a second factor when they sign in, their recovery codes, and sign-ins that wait for one. All go with their person. */
export default class extends Schema {
  override async up() {
    const ofPerson = { nullable: true, references: { user_id: 'users' } }
    this.createTenantTable(
      'second_factors',
      (table) => void table.string('user_id', 36).notNullable().unique(),
      ofPerson
    )
    this.createTenantTable(
      'recovery_codes',
      (table) => {
        table.string('user_id', 36).notNullable()
        // A keyed hash: short enough to be written down is short enough to be searched for.
        table.string('code', 64).notNullable().unique()
        table.index(['user_id'])
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
      },
      ofPerson
    )
  }

  override async down() {
    this.schema.dropTable('waiting_sign_ins')
    this.schema.dropTable('recovery_codes')
    this.schema.dropTable('second_factors')
  }
}
