import { Schema } from '../../database/index.js'

/**
 * When recurring jobs are due; one row for each schedule of the installed plugins, which bring it in
 * line at every start (what none declares any more is deleted then).
 */
export default class extends Schema {
  override async up() {
    this.schema.createTable('job_schedules', (table) => {
      table.string('name', 100).primary()
      table.string('cron', 100).notNullable()
      table.string('time_zone', 64).notNullable()
      table.string('job', 100).notNullable()
      this.json(table, 'payload').notNullable()
      this.instant(table, 'next_at').notNullable().index()
      this.instant(table, 'last_at').nullable()
      table.integer('skipped').notNullable().defaultTo(0)
    })
  }

  override async down() {
    this.schema.dropTable('job_schedules')
  }
}
