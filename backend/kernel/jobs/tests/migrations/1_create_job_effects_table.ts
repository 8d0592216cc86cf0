import { Schema } from '../../../database/index.js'

/** Effects of test jobs: one row per counted job. */
export default class extends Schema {
  override async up() {
    this.createTenantTable('job_effects', (table) => void table.string('job', 100).notNullable(), {
      nullable: true,
    })
  }

  override async down() {
    this.schema.dropTable('job_effects')
  }
}
