import { Schema } from '@crossdock/kernel/database'

const name = 'integration_workflow_schedules'

/**
 * When scheduled workflows are due next: one row each, which stays while its workflow is paused. Rows go with their workflow,
 * and so with the tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('workflow_id', 36).notNullable().unique()
        this.instant(table, 'next_at').nullable()
        this.instant(table, 'wake_at').nullable()
        this.instant(table, 'held_until').nullable()
        table.string('last_run_id', 36).nullable()
        this.instant(table, 'last_for').nullable()
        // What is due in a tenant, in order.
        table.index(['tenant_id', 'wake_at'], `${name}_due`)
      },
      { references: { workflow_id: 'integration_workflows' } }
    )
  }

  override async down() {
    this.schema.dropTable(name)
  }
}
