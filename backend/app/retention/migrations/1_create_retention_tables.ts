import { Schema } from '@crossdock/kernel/database'

/**
 * For how long a tenant keeps a kind of record, and how its last deletion went: a row of each kind, by the name it has at the
 * extension point. Both go with the tenant.
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
      // Whose run it is: what was killed goes on where it was.
      table.string('job_id', 36).notNullable()
      this.instant(table, 'started_at').notNullable()
      this.instant(table, 'ended_at').nullable()
      table.bigInteger('deleted').notNullable().defaultTo(0)
      table.boolean('failed').notNullable().defaultTo(false)
      // What is older than the one was said, at the other, to be deleted soon.
      this.instant(table, 'warned_before').nullable()
      this.instant(table, 'warned_at').nullable()
      table.unique(['tenant_id', 'kind'])
    })
  }

  override async down() {
    this.schema.dropTable('retention_runs')
    this.schema.dropTable('retention_rules')
  }
}
