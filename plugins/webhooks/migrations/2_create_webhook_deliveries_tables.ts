import { Schema } from '@crossdock/kernel/database'

const name = 'webhook_deliveries'
const attempts = 'webhook_attempts'
const by = ['environment_id', 'subscription_id']

/**
 * Messages about events, one for each subscription and event, and the attempts to send them. A body is stored as it is
 * sent. Rows are deleted with their subscription, and by the retention of deliveries.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('subscription_id', 36).notNullable()
        table.string('event_id', 36).nullable()
        table.string('event_type', 100).notNullable()
        table.string('status', 20).notNullable()
        table.integer('attempts').notNullable().defaultTo(0)
        table.boolean('is_last').notNullable().defaultTo(false)
        table.boolean('is_manual').notNullable().defaultTo(false)
        table.boolean('is_example').notNullable().defaultTo(false)
        table.text('body').notNullable()
        table.integer('status_code').nullable()
        this.json(table, 'error').nullable()
        this.instant(table, 'next_attempt_at').nullable()
        this.instant(table, 'slot_at').nullable()
        table.integer('duration_ms').nullable()
        this.instant(table, 'secret_created_at').nullable()
        table.string('job_id', 36).nullable()
        this.instant(table, 'ended_at').nullable()
        table.unique(['tenant_id', 'subscription_id', 'event_id'], { indexName: `${name}_once` })
        // For retention, which deletes the oldest rows of a tenant.
        table.index(['tenant_id', 'created_at', 'id'], `${name}_by_age`)
        for (const columns of [[], ['status'], ['event_type']]) {
          const index = `${name}_by_${columns[0] ?? 'created_at'}`
          table.index(['tenant_id', 'subscription_id', ...columns, 'created_at', 'id'], index)
        }
      },
      {
        references: {
          environment_id: 'tenant_environments',
          subscription_id: 'webhook_subscriptions',
        },
      }
    )
    this.createTenantTable(
      attempts,
      (table) => {
        table.string('delivery_id', 36).notNullable()
        table.integer('number').notNullable()
        table.integer('status_code').nullable()
        this.json(table, 'error').nullable()
        table.integer('duration_ms').notNullable()
        table.text('answer').nullable()
        table.boolean('is_manual').notNullable()
        table.unique(['tenant_id', 'delivery_id', 'number'], { indexName: `${attempts}_once` })
      },
      { references: { delivery_id: name } }
    )
    this.counted(
      name,
      { counter: 'webhooks.made', by, hour: 'created_at' },
      { counter: 'webhooks.delivered', when: { status: 'delivered' }, by, hour: 'ended_at' },
      { counter: 'webhooks.failed', when: { status: 'failed' }, by, hour: 'ended_at' },
      { counter: 'webhooks.open', when: { status: ['waiting', 'retrying'] }, by }
    )
  }
}
