import { Schema } from '../../database/index.js'

/**
 * When a job was scheduled, by the database's clock. A time in the future shows that a clock was wrong (claim.ts). Rows of
 * an older version say only when they were added.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('jobs', (table) => {
      this.instant(table, 'scheduled_at').nullable()
    })
    this.schema.raw(
      `create index jobs_scheduled_at on jobs (coalesce(scheduled_at, created_at)) where state = 'scheduled'`
    )
  }

  override async down() {
    this.schema.raw('drop index jobs_scheduled_at')
    this.schema.alterTable('jobs', (table) => {
      table.dropColumn('scheduled_at')
    })
  }
}
