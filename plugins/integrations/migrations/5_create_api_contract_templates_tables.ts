import { Schema } from '@crossdock/kernel/database'

const templates = 'api_contract_templates'

/**
 * Templates of tenants, and the operator's templates for all tenants, which belong to no tenant. People delete them,
 * or they are deleted with their tenant; former versions are deleted with their template. Each list reads all rows: a
 * tenant has at most 200.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      templates,
      (table) => {
        table.string('name', 255).notNullable()
        table.text('description').nullable()
        table.string('category', 50).nullable()
        table.string('system_type', 50).notNullable()
        table.boolean('is_global').notNullable().defaultTo(false)
        this.json(table, 'contract_definition').notNullable()
        table.integer('endpoint_count').notNullable()
        table.string('version', 20).notNullable().defaultTo('1.0')
        table.boolean('is_active').notNullable().defaultTo(true)
        this.instant(table, 'updated_at').notNullable()
        table.index(['tenant_id', 'name', 'id'])
      },
      { nullable: true }
    )
    this.createTenantTable(
      'api_contract_template_versions',
      (table) => {
        table.string('template_id', 36).notNullable()
        table.string('version', 20).notNullable()
        this.json(table, 'contract_definition').notNullable()
        table.unique(['template_id', 'version'])
        table.index(['tenant_id', 'template_id'])
      },
      { nullable: true, references: { template_id: templates } }
    )
  }
}
