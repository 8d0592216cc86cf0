import { Schema } from '@crossdock/kernel/database'

const table = 'webhook_addresses'
const counter = 'integrations.webhooks'

/**
 * Addresses that other systems call. A row goes with its workflow, endpoint, environment or tenant. The token is unique over
 * all tenants: a request names nothing else.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      table,
      (made) => {
        made.string('environment_id', 36).notNullable()
        made.string('token', 64).notNullable()
        // One of both.
        made.string('workflow_id', 36).nullable()
        made.string('endpoint_id', 36).nullable()
        // Of a workflow: the endpoint whose requests start it, too.
        made.string('listens_to', 36).nullable()
        // Whether its workflow has a webhook trigger, and its endpoint is inbound.
        made.boolean('is_used').notNullable().defaultTo(true)
        made.string('verification', 50).notNullable()
        this.json(made, 'verification_config').notNullable()
        this.json(made, 'previous_secret').nullable()
        this.instant(made, 'previous_until').nullable()
        made.string('mode', 10).notNullable()
        made.integer('wait_seconds').notNullable()
        made.string('answer_step_id', 100).nullable()
        made.integer('max_bytes').notNullable()
        this.instant(made, 'updated_at').notNullable()
        made.unique(['token'], { indexName: 'webhook_addresses_token' })
        made.unique(['tenant_id', 'workflow_id'], { indexName: 'webhook_addresses_workflow' })
        made.unique(['tenant_id', 'endpoint_id'], { indexName: 'webhook_addresses_endpoint' })
        // What an inbound request of an endpoint asks for.
        made.index(['tenant_id', 'listens_to'], 'webhook_addresses_listens_to')
        for (const column of ['created_at', 'updated_at']) {
          const name = `webhook_addresses_of_environment_by_${column}`
          made.index(['tenant_id', 'environment_id', column, 'id'], name)
        }
      },
      {
        references: {
          workflow_id: 'integration_workflows',
          endpoint_id: 'api_endpoints',
          environment_id: 'tenant_environments',
        },
      }
    )
    this.counted(table, { counter, when: { is_used: true }, by: 'environment_id' })
  }

  override async down() {
    this.notCounted(table, counter)
    this.schema.dropTable(table)
  }
}
