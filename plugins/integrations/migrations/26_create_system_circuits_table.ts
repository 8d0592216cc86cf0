import { Schema } from '@crossdock/kernel/database'

/**
 * Whether calls to a system are paused. A system has one row at most, from its first pause on; the row goes with the
 * system, and with its environment.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'system_circuits',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('system_id', 36).notNullable()
        table.string('state', 20).notNullable()
        table.boolean('by_hand').notNullable()
        // Pauses in a row: the next one is longer.
        table.integer('opens').notNullable()
        table.text('reason').nullable()
        this.instant(table, 'opened_at').nullable()
        // open: when the next call is tried; null: after a reset by hand. half_open: when another call may be the probe.
        this.instant(table, 'until').nullable()
        this.instant(table, 'closed_at').nullable()
        table.unique(['tenant_id', 'system_id'], { indexName: 'system_circuits_of_system' })
      },
      { references: { system_id: 'external_systems', environment_id: 'tenant_environments' } }
    )
  }

  override async down() {
    this.schema.dropTable('system_circuits')
  }
}
