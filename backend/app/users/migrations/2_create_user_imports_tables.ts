import { Schema } from '@crossdock/kernel/database'

/**
 * Files of people, with the result of each row. Deleted after a day (`forgetImports`), and with their tenant. The
 * bytes of a file are deleted as soon as it is read.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('user_imports', (table) => {
      table.string('state', 10).notNullable()
      table.boolean('dry_run').notNullable()
      table.boolean('invite').notNullable()
      // Permissions at the start of the import. The job uses only those that the person still has.
      this.json(table, 'permissions').notNullable()
      for (const count of [
        'total',
        'invites',
        'changes',
        'unchanged',
        'errors',
        'done',
        'mailed',
      ]) {
        table.integer(count).notNullable().defaultTo(0)
      }
      table.integer('reached_line').notNullable().defaultTo(0)
      this.json(table, 'problem').nullable()
      this.instant(table, 'finished_at').nullable()
      table.index(['created_at'])
    })
    // In pieces, so that no statement carries a whole file, and reading the progress never loads one.
    this.createTenantTable(
      'user_import_pieces',
      (table) => {
        table.string('import_id', 36).notNullable()
        table.integer('place').notNullable()
        table.binary('bytes').notNullable()
        table.unique(['tenant_id', 'import_id', 'place'])
      },
      { references: { import_id: 'user_imports' } }
    )
    this.createTenantTable(
      'user_import_rows',
      (table) => {
        table.string('import_id', 36).notNullable()
        table.integer('line').notNullable()
        table.string('outcome', 10).notNullable()
        table.string('email', 254).nullable()
        table.string('first_name', 100).nullable()
        table.string('last_name', 100).nullable()
        table.string('role', 50).nullable()
        table.boolean('is_active').nullable()
        this.json(table, 'changes').notNullable()
        table.string('field', 50).nullable()
        this.json(table, 'problem').nullable()
        table.index(['tenant_id', 'import_id', 'line', 'id'])
        table.index(['tenant_id', 'import_id', 'outcome', 'line', 'id'])
      },
      { references: { import_id: 'user_imports' } }
    )
  }
}
