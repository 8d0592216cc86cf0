import { Schema } from '@crossdock/kernel/database'

/**
 * A provider can be switched on after a person has signed in with it. The administrator of a trial, and its outcome, are kept with the
 * sign-in for ten minutes. A provider that people have already signed in by counts as proven.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('oauth_configs', (table) => {
      this.instant(table, 'proven_at').nullable()
    })
    this.schema.alterTable('oauth_sign_ins', (table) => {
      table.string('tried_by', 36).nullable()
      // Sealed: it holds personal claims from the provider.
      table.text('outcome').nullable()
    })
    this.changeRows(
      ['oauth_configs', 'oauth_identities'],
      `update oauth_configs set proven_at = tested_at where exists (
        select 1 from oauth_identities
        where oauth_identities.config_id = oauth_configs.id and oauth_identities.has_entered = true)`
    )
  }

  override async down() {
    this.schema.alterTable('oauth_sign_ins', (table) => table.dropColumns('tried_by', 'outcome'))
    this.schema.alterTable('oauth_configs', (table) => table.dropColumn('proven_at'))
  }
}
