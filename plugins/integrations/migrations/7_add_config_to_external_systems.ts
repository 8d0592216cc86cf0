import { Schema } from '@crossdock/kernel/database'

/** What a connector asks for beside base URL and credentials. Names of plugins may be longer than ours. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('external_systems', (table) => {
      this.json(table, 'config').notNullable().defaultTo('{}')
    })
    if (this.postgres) this.#widen(50)
  }

  override async down() {
    this.schema.alterTable('external_systems', (table) => {
      table.dropColumn('config')
    })
    if (this.postgres) this.#widen(20)
  }

  /** SQLite minds no length. */
  #widen(length: number): void {
    this.schema.raw(`alter table external_systems alter column auth_type type varchar(${length})`)
  }
}
