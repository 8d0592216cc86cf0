import { Schema } from '@crossdock/kernel/database'

/** What an entry is about, so that a list can leave out what its reader may not see. */
export default class extends Schema {
  async up() {
    this.schema.alterTable('activity_logs', (table) => {
      table.string('event_type', 100).nullable()
    })
    const told = this.postgres ? "metadata->>'eventType'" : "json_extract(metadata, '$.eventType')"
    this.changeRows(['activity_logs'], `update activity_logs set event_type = ${told}`)
  }

  async down() {
    this.schema.alterTable('activity_logs', (table) => {
      table.dropColumn('event_type')
    })
  }
}
