import { Schema } from '@crossdock/kernel/database'

/**
 * How long a tenant keeps a kind of record, and the result of its last deletion: one row for each kind, by its name at
 * the extension point. Both are deleted with the tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('retention_rules', (table) => {
      table.string('kind', 100).notNullable()
      table.integer('days').notNullable()
      this.instant(table, 'updated_at').notNullable()
      table.unique(['tenant_id', 'kind'])
    })
    this.createTenantTable('retention_runs', (table) => {
      table.string('kind', 100).notNullable()
      // The job of the run: after a crash it continues where it was.
      table.string('job_id', 36).notNullable()
      this.instant(table, 'started_at').notNullable()
      this.instant(table, 'ended_at').nullable()
      table.bigInteger('deleted').notNullable().defaultTo(0)
      table.boolean('failed').notNullable().defaultTo(false)
      // Rows older than `warned_before` will be deleted, as was announced at `warned_at`.
      this.instant(table, 'warned_before').nullable()
      this.instant(table, 'warned_at').nullable()
      table.unique(['tenant_id', 'kind'])
    })
  }
}
