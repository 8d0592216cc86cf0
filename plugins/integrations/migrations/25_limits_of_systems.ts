import { Schema } from '@crossdock/kernel/database'

/**
 * The limits of a system, and the number of failures in a row that pauses its calls. `fault` says what was wrong with
 * the system itself; null: nothing, or the call was wrong.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('external_systems', (table) => {
      table.integer('max_concurrent').nullable()
      table.integer('rate_per_minute').nullable()
      table.integer('break_after').notNullable().defaultTo(5)
    })
    this.schema.alterTable('integration_logs', (table) => {
      table.string('fault', 20).nullable()
    })
  }

  override async down() {
    this.schema.raw('alter table integration_logs drop column fault')
    for (const column of ['max_concurrent', 'rate_per_minute', 'break_after']) {
      this.schema.raw(`alter table external_systems drop column ${column}`)
    }
  }
}
