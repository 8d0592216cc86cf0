import { Schema } from '@crossdock/kernel/database'

/** How the agents of an environment are updated. One row for each environment, deleted with it. */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'agent_rollouts',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.boolean('is_active').notNullable()
        table.integer('percentage').notNullable()
        table.integer('max_failures').notNullable()
        this.json(table, 'update_hours').nullable()
        // The version at which the rollout stopped, and the reason.
        table.string('stopped_version', 50).nullable()
        table.text('stopped_reason').nullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['tenant_id', 'environment_id'], { indexName: 'agent_rollouts_environment' })
        // For the job that runs rollouts.
        table.index(['is_active', 'id'], 'agent_rollouts_active')
      },
      { references: { environment_id: 'tenant_environments' } }
    )
  }
}
