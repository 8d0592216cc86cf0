import { Schema } from '@crossdock/kernel/database'

/** For the list of a person's sessions, and when they last proved who they are: signing in counts. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('sessions', (table) => {
      this.instant(table, 'proved_at').nullable()
      table.index(['user_id', 'created_at', 'id'])
    })
    this.changeRows(['sessions'], 'update sessions set proved_at = created_at')
  }

  override async down() {
    this.schema.alterTable('sessions', (table) => {
      table.dropIndex(['user_id', 'created_at', 'id'])
      table.dropColumn('proved_at')
    })
  }
}
