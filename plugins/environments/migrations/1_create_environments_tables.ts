import { Schema } from '@crossdock/kernel/database'

/** Environments and their variables. All rows are deleted with their tenant. */
export default class extends Schema {
  override async up() {
    this.createTenantTable('tenant_environments', (table) => {
      table.string('name', 50).notNullable()
      table.string('display_name', 255).notNullable()
      table.text('description').nullable()
      table.boolean('is_active').notNullable().defaultTo(true)
      table.integer('api_calls_per_month').notNullable().defaultTo(10_000)
      table.integer('api_calls_used').notNullable().defaultTo(0)
      table.integer('concurrent_connections').notNullable().defaultTo(50)
      table.integer('rate_limit_per_minute').notNullable().defaultTo(100)
      table.integer('storage_quota_gb').notNullable().defaultTo(50)
      table.decimal('storage_used_gb', 10, 2).notNullable().defaultTo(0)
      table.integer('max_file_size').notNullable().defaultTo(100)
      table.integer('max_external_systems').notNullable().defaultTo(10)
      table.integer('max_workflows').notNullable().defaultTo(50)
      table.integer('max_api_endpoints').notNullable().defaultTo(100)
      table.integer('max_webhooks').notNullable().defaultTo(20)
      // Limits of the meters that plugins declare, by name.
      this.json(table, 'limits').notNullable().defaultTo('{}')
      table.text('base_url').nullable()
      table.string('custom_domain', 255).nullable()
      table.boolean('ssl_enabled').notNullable().defaultTo(true)
      table.integer('logs_retention_days').notNullable().defaultTo(30)
      table.boolean('metrics_enabled').notNullable().defaultTo(true)
      table.boolean('alerts_enabled').notNullable().defaultTo(true)
      this.instant(table, 'updated_at').notNullable()
      // A deleted environment is hidden until a job has deleted its rows.
      this.instant(table, 'deleted_at').nullable()
      table.index(['tenant_id', 'name', 'id'])
      table.index(['tenant_id', 'created_at', 'id'])
    })
    // Deleted environments do not keep their names.
    this.schema.raw(
      'create unique index tenant_environments_name_taken on tenant_environments (tenant_id, name) where deleted_at is null'
    )
    // Rows are deleted with their environment. An environment has 500 at most, so lists sort what the unique index
    // finds.
    this.createTenantTable(
      'environment_variables',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('name', 64).notNullable()
        table.text('value').nullable()
        table.text('sealed').nullable()
        table.boolean('is_secret').notNullable()
        table.text('description').nullable()
        this.instant(table, 'updated_at').notNullable()
        table.string('updated_by', 36).nullable()
        table.unique(['tenant_id', 'environment_id', 'name'], {
          indexName: 'environment_variables_name_unique',
        })
      },
      { references: { environment_id: 'tenant_environments' } }
    )
  }
}
