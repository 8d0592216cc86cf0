import { Schema } from '@crossdock/kernel/database'

export default class extends Schema {
  async up() {
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
      table.text('base_url').nullable()
      table.string('custom_domain', 255).nullable()
      table.boolean('ssl_enabled').notNullable().defaultTo(true)
      table.integer('logs_retention_days').notNullable().defaultTo(30)
      table.boolean('metrics_enabled').notNullable().defaultTo(true)
      table.boolean('alerts_enabled').notNullable().defaultTo(true)
      this.instant(table, 'updated_at').notNullable()
      table.unique(['tenant_id', 'name'])
      table.index(['tenant_id', 'name', 'id'])
      table.index(['tenant_id', 'created_at', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('tenant_environments')
  }
}
