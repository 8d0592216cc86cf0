import { Schema } from '@crossdock/kernel/database'

const addresses = 'webhook_addresses'
const requests = 'webhook_requests'

/** Addresses that other systems call, and the requests to them. */
export default class extends Schema {
  override async up() {
    this.#createAddresses()
    this.#createRequests()
  }

  /** Rows are deleted with their workflow, endpoint, environment or tenant. */
  #createAddresses(): void {
    this.createTenantTable(
      addresses,
      (table) => {
        table.string('environment_id', 36).notNullable()
        // Unique over all tenants, because a request contains nothing else.
        table.string('token', 64).notNullable()
        // One of the two is set.
        table.string('workflow_id', 36).nullable()
        table.string('endpoint_id', 36).nullable()
        // For a workflow: the endpoint whose requests also start it.
        table.string('listens_to', 36).nullable()
        // Whether the workflow has a webhook trigger, or the endpoint is inbound.
        table.boolean('is_used').notNullable().defaultTo(true)
        table.string('verification', 50).notNullable()
        this.json(table, 'verification_config').notNullable()
        this.json(table, 'previous_secret').nullable()
        this.instant(table, 'previous_until').nullable()
        table.string('mode', 10).notNullable()
        table.integer('wait_seconds').notNullable()
        table.string('answer_step_id', 100).nullable()
        table.integer('max_bytes').notNullable()
        // The folder for files of forms, and the person with whose permissions they are stored. If either was
        // deleted, the request is refused.
        table.string('files_folder', 36).nullable()
        table.string('files_folder_by', 36).nullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['token'], { indexName: `${addresses}_token` })
        table.unique(['tenant_id', 'workflow_id'], { indexName: `${addresses}_workflow` })
        table.unique(['tenant_id', 'endpoint_id'], { indexName: `${addresses}_endpoint` })
        // For inbound requests of an endpoint.
        table.index(['tenant_id', 'listens_to'], `${addresses}_listens_to`)
        for (const column of ['created_at', 'updated_at']) {
          const name = `${addresses}_of_environment_by_${column}`
          table.index(['tenant_id', 'environment_id', column, 'id'], name)
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
    this.counted(addresses, {
      counter: 'integrations.webhooks',
      when: { is_used: true },
      by: 'environment_id',
    })
  }

  /**
   * Accepted and refused requests. Rows outlive their address. They are deleted by the retention of logs, and with
   * their environment or tenant.
   */
  #createRequests(): void {
    this.createTenantTable(
      requests,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('address_id', 36).notNullable()
        table.string('workflow_id', 36).nullable()
        table.string('endpoint_id', 36).nullable()
        table.string('method', 10).notNullable()
        table.text('query').notNullable()
        this.json(table, 'headers').notNullable()
        table.string('content_type', 255).nullable()
        table.integer('size').notNullable()
        // Up to 64 KiB here; longer ones are contents of the store.
        table.binary('body').nullable()
        table.string('content_id', 64).nullable()
        // The files that the request brought.
        this.json(table, 'files').nullable()
        table.string('ip', 45).nullable()
        table.string('outcome', 30).notNullable()
        table.integer('status').notNullable()
        table.text('reason').nullable()
        // Recognizes a repeated message.
        table.string('message_key', 100).nullable()
        this.json(table, 'runs').notNullable()
        table.string('execution_id', 36).nullable()
        table.string('replay_of', 36).nullable()
        table.unique(['tenant_id', 'address_id', 'message_key'], {
          indexName: `${requests}_message`,
        })
        table.index(['tenant_id', 'content_id'], `${requests}_content`)
        for (const columns of [[], ['address_id'], ['workflow_id'], ['endpoint_id'], ['outcome']]) {
          const name = `${requests}_by_${columns[0] ?? 'created_at'}`
          table.index(['tenant_id', 'environment_id', ...columns, 'created_at', 'id'], name)
        }
      },
      { references: { environment_id: 'tenant_environments' } }
    )
  }
}
