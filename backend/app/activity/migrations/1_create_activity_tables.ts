import { Schema } from '@crossdock/kernel/database'

/**
 * The feed for people, projected from the event log; an entry has the id of its event. Entries that one actor caused
 * in one action form a line of the feed. The line appears as its first entry, and the others refer to it in `line_id`.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'activity_logs',
      (table) => {
        table.string('user_id', 36).nullable()
        table.text('action').notNullable()
        table.string('entity_type', 50).nullable()
        table.string('entity_id', 64).nullable()
        this.json(table, 'metadata').notNullable()
        // So that lists can exclude what the reader may not see.
        table.string('event_type', 100).nullable()
        table.string('line_id', 36).nullable()
        // Only the first entry of a line uses the other columns.
        table.integer('line_count').notNullable().defaultTo(1)
        this.instant(table, 'line_last_at').nullable()
        // The fields that the payloads of all entries share.
        this.json(table, 'line_shared').nullable()
        // Finds the line for further entries. Only the newest line of a key has it.
        table.string('line_key', 43).nullable()
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'user_id', 'created_at', 'id'])
        table.index(['tenant_id', 'entity_id', 'created_at', 'id'])
        // The super administrator reads all tenants' entries together.
        table.index(['created_at', 'id'])
        table.index(['tenant_id', 'entity_type', 'created_at', 'id'], 'activity_logs_type')
        table.index(['tenant_id', 'event_type', 'created_at', 'id'], 'activity_logs_event_type')
      },
      { nullable: true }
    )
    for (const [name, columns] of Object.entries(lines)) {
      this.schema.raw(`create index ${name} on activity_logs (${columns}) where line_id is null`)
    }
    this.schema.raw(
      'create index activity_logs_line on activity_logs (line_id, created_at, id) where line_id is not null'
    )
    this.schema.raw(
      'create index activity_lines_key on activity_logs (line_key) where line_key is not null'
    )
    this.searchable('activity_logs', ['action'])
  }
}

/** Indexes of the lists that show lines. */
const lines = {
  activity_lines: 'tenant_id, created_at, id',
  activity_lines_user: 'tenant_id, user_id, created_at, id',
  activity_lines_event_type: 'tenant_id, event_type, created_at, id',
  activity_lines_type: 'tenant_id, entity_type, created_at, id',
  // The super administrator reads the lines of all tenants.
  activity_lines_all: 'created_at, id',
}
