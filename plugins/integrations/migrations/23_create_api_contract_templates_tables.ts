import { Schema } from '@crossdock/kernel/database'

const templates = 'api_contract_templates'
const versions = 'api_contract_template_versions'

/**
 * Templates of tenants, and those of the operator for everyone, which are of no tenant. They go with their tenant or are
 * deleted by people; former versions go with their template. Each list reads them all: a tenant has at most 200.
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
      versions,
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

  override async down() {
    this.schema.dropTable(versions)
    this.schema.dropTable(templates)
  }
}
