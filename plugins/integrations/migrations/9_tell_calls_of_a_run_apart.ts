import { Schema } from '@crossdock/kernel/database'

/** Which try of which step a call was: steps of a branch that is worked once an item share their id. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('integration_logs', (table) => {
      table.string('step_path', 1_500).nullable()
      table.integer('attempt').nullable()
    })
  }

  override async down() {
    for (const name of ['step_path', 'attempt']) {
      this.schema.raw(`alter table integration_logs drop column ${name}`)
    }
  }
}
