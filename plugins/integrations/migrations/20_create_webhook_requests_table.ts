import { Schema } from '@crossdock/kernel/database'

const table = 'webhook_requests'

/**
 * What came to these addresses, refused or not. Rows outlive their address; they go by the retention of logs, with their
 * environment or with the tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      table,
      (made) => {
        made.string('environment_id', 36).notNullable()
        made.string('address_id', 36).notNullable()
        made.string('workflow_id', 36).nullable()
        made.string('endpoint_id', 36).nullable()
        made.string('method', 10).notNullable()
        made.text('query').notNullable()
        this.json(made, 'headers').notNullable()
        made.string('content_type', 255).nullable()
        made.integer('size').notNullable()
        // Up to 64 KiB here, more as a content of the store.
        made.binary('body').nullable()
        made.string('content_id', 64).nullable()
        made.string('ip', 45).nullable()
        made.string('outcome', 30).notNullable()
        made.integer('status').notNullable()
        made.text('reason').nullable()
        // By what the same message is known again.
        made.string('message_key', 100).nullable()
        this.json(made, 'runs').notNullable()
        made.string('execution_id', 36).nullable()
        made.string('replay_of', 36).nullable()
        made.unique(['tenant_id', 'address_id', 'message_key'], {
          indexName: 'webhook_requests_message',
        })
        made.index(['tenant_id', 'content_id'], 'webhook_requests_content')
        const lists = [[], ['address_id'], ['workflow_id'], ['endpoint_id'], ['outcome']]
        for (const columns of lists) {
          const name = `webhook_requests_by_${columns[0] ?? 'created_at'}`
          made.index(['tenant_id', 'environment_id', ...columns, 'created_at', 'id'], name)
        }
      },
      { references: { environment_id: 'tenant_environments' } }
    )
  }

  override async down() {
    this.schema.dropTable(table)
  }
}
