import { Schema } from '../../database/index.js'

export default class extends Schema {
  async up() {
    this.schema.createTable('middleware_events', (table) => {
      table.bigIncrements('seq')
      table.string('id', 36).notNullable().unique()
      const transaction = table.bigInteger('transaction').notNullable()
      // The writing transaction, for the watermark readers stop at; SQLite has one writer.
      if (this.postgres)
        transaction.defaultTo(this.db.knexRawQuery('(pg_current_xact_id()::text::bigint)'))
      else transaction.defaultTo(0)
      table
        .string('tenant_id', 36)
        .nullable()
        .references('id')
        .inTable('tenants')
        .onDelete('CASCADE')
      table.string('environment_id', 36).nullable()
      table.string('event_type', 100).notNullable()
      table.string('actor_type', 20).notNullable()
      table.string('actor_id', 64).nullable()
      table.string('user_id', 36).nullable()
      table.string('source_type', 50).nullable()
      table.string('source_id', 64).nullable()
      table.string('target_type', 50).nullable()
      table.string('target_id', 64).nullable()
      this.json(table, 'payload').notNullable()
      table.string('cause_id', 36).nullable()
      table.string('root_id', 36).notNullable()
      table.string('status', 20).notNullable().defaultTo('pending')
      table.integer('retry_count').notNullable().defaultTo(0)
      this.instant(table, 'processed_at').nullable()
      this.instant(table, 'created_at').notNullable()
      if (this.postgres) table.index(['transaction', 'seq'])
      table.index(['tenant_id', 'seq'])
      table.index(['root_id'])
      table.index(['target_id'])
    })
    this.protect('middleware_events')
    this.schema.createTable('event_cursors', (table) => {
      table.string('name', 100).primary()
      table.bigInteger('transaction').notNullable()
      table.bigInteger('seq').notNullable()
      this.instant(table, 'updated_at').notNullable()
    })
  }

  async down() {
    this.schema.dropTable('event_cursors')
    this.schema.dropTable('middleware_events')
  }
}
