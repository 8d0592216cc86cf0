import { Schema } from '@crossdock/kernel/database'

const tables = ['external_systems', 'api_endpoints']

/**
 * What a system was made from (a description, a template, with its version), and which operation of it each endpoint is.
 * It goes with its row.
 */
export default class extends Schema {
  override async up() {
    for (const name of tables) {
      this.schema.alterTable(name, (table) => void this.json(table, 'origin').nullable())
    }
  }

  override async down() {
    for (const name of tables) {
      this.schema.alterTable(name, (table) => void table.dropColumn('origin'))
    }
  }
}
