import { Schema } from '../../database/index.js'

/**
 * Events a consumer could not handle, until it has or somebody drops them: rows that are done with are deleted at once,
 * those of a tenant go with it.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'parked_events',
      (table) => {
        table.string('consumer', 100).notNullable()
        table.string('event_id', 36).notNullable()
        table.string('event_type', 100).notNullable()
        // The event's place in the log: the order of the line.
        table.bigInteger('transaction').notNullable()
        table.bigInteger('seq').notNullable()
        table.string('state', 10).notNullable()
        table.integer('tries').notNullable().defaultTo(0)
        table.text('last_error').nullable()
        this.instant(table, 'tried_at').nullable()
        this.instant(table, 'retry_at').nullable()
        table.unique(['consumer', 'event_id'])
        // The list: of a tenant, and of all.
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['created_at', 'id'])
        // A line, and who stands in one.
        table.index(['consumer', 'state', 'tenant_id', 'transaction', 'seq'], 'parked_events_line')
      },
      { nullable: true }
    )
    // Nobody sets events aside in the log itself any more.
    this.schema.raw('drop index middleware_events_failed')
  }

  override async down() {
    this.schema.raw(
      `create index middleware_events_failed on middleware_events (tenant_id, created_at)
       where status = 'failed'`
    )
    this.schema.dropTable('parked_events')
  }
}
