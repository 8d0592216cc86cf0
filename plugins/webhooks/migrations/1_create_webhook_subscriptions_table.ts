import { Schema } from '@crossdock/kernel/database'

const name = 'webhook_subscriptions'

/**
 * Addresses that events are sent to. A deleted one is hidden until a job has deleted its deliveries. All rows are deleted
 * with their environment or tenant. The hash of a page's token is unique over all tenants: its address contains nothing
 * else.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('name', 100).notNullable()
        table.text('description').nullable()
        table.text('url').notNullable()
        this.json(table, 'event_types').notNullable()
        this.json(table, 'conditions').notNullable()
        this.json(table, 'headers').notNullable()
        table.integer('rate_per_second').nullable()
        this.instant(table, 'next_slot_at').nullable()
        table.boolean('is_active').notNullable()
        table.string('disabled_reason', 20).nullable()
        table.integer('failures').notNullable().defaultTo(0)
        this.instant(table, 'failing_since').nullable()
        table.integer('warned').notNullable().defaultTo(0)
        table.text('secret').notNullable()
        this.instant(table, 'secret_created_at').notNullable()
        table.text('previous_secret').nullable()
        this.instant(table, 'previous_secret_until').nullable()
        table.string('page_hash', 64).nullable()
        this.instant(table, 'page_created_at').nullable()
        this.instant(table, 'page_expires_at').nullable()
        // The person who created the receiver's page; without one it shows deliveries without their content.
        table.string('page_by', 36).nullable()
        table.string('user_id', 36).nullable()
        table.string('saved_by', 36).nullable()
        this.instant(table, 'last_attempt_at').nullable()
        table.string('last_status', 20).nullable()
        table.integer('last_status_code').nullable()
        this.instant(table, 'deleted_at').nullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['page_hash'], { indexName: `${name}_page` })
        table.index(['tenant_id', 'saved_by'], `${name}_by_person`)
        // For the consumer of the event log.
        table.index(['tenant_id', 'is_active'], `${name}_active`)
        for (const column of ['name', 'created_at'])
          table.index(['tenant_id', 'environment_id', column, 'id'], `${name}_by_${column}`)
      },
      { references: { environment_id: 'tenant_environments' } }
    )
    this.counted(name, {
      counter: 'webhooks.subscriptions',
      when: { deleted_at: null },
      by: 'environment_id',
    })
  }
}
