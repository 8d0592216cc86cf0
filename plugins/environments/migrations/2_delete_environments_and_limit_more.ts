import { Schema } from '@crossdock/kernel/database'

/**
 * Limits of meters that plugins declare, by their names; and when an environment was deleted, which hides it until a
 * job has removed what is of it. A name is taken by an environment that is there.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('tenant_environments', (table) => {
      this.json(table, 'limits').notNullable().defaultTo('{}')
      this.instant(table, 'deleted_at').nullable()
      table.dropUnique(['tenant_id', 'name'])
    })
    this.schema.raw(
      'create unique index tenant_environments_name_taken on tenant_environments (tenant_id, name) where deleted_at is null'
    )
  }

  override async down() {
    this.changeRows(
      ['tenant_environments'],
      'delete from tenant_environments where deleted_at is not null'
    )
    this.schema.raw('drop index tenant_environments_name_taken')
    this.schema.alterTable('tenant_environments', (table) => {
      table.unique(['tenant_id', 'name'])
      table.dropColumn('limits')
      table.dropColumn('deleted_at')
    })
  }
}
