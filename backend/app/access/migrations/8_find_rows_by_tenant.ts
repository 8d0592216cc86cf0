import { Schema } from '@crossdock/kernel/database'

const tables = ['magic_tokens']

/** A tenant that is deleted has its rows deleted a few at a time: they are found without a look at everybody's. */
export default class extends Schema {
  override async up() {
    for (const name of tables) this.schema.alterTable(name, (table) => table.index(['tenant_id']))
  }

  override async down() {
    for (const name of tables)
      this.schema.alterTable(name, (table) => table.dropIndex(['tenant_id']))
  }
}
