import { Schema } from '@crossdock/kernel/database'

/** What an entry is about, so that a list can leave out what its reader may not see. */
export default class extends Schema {
  async up() {
    this.schema.alterTable('activity_logs', (table) => {
      table.string('event_type', 100).nullable()
    })
    const told = this.postgres ? "metadata->>'eventType'" : "json_extract(metadata, '$.eventType')"
    // Forced row-level security would hide every row from the owner, too.
    if (this.postgres) this.schema.raw('alter table activity_logs no force row level security')
    this.schema.raw(`update activity_logs set event_type = ${told}`)
    if (this.postgres) this.schema.raw('alter table activity_logs force row level security')
  }

  async down() {
    this.schema.alterTable('activity_logs', (table) => {
      table.dropColumn('event_type')
    })
  }
}
