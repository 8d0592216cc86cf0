import { Schema } from '@crossdock/kernel/database'

/** Rows go with their environment, and so with the tenant. An environment has 500 at most, so lists sort what the unique index finds. */
export default class extends Schema {
  override async up() {
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

  override async down() {
    this.schema.dropTable('environment_variables')
  }
}
