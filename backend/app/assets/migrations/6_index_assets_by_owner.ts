import { Schema } from '@crossdock/kernel/database'

/** For what a person who is removed hands over. */
export default class extends Schema {
  override async up() {
    this.schema.raw('create index assets_owner on assets (tenant_id, uploaded_by)')
  }

  override async down() {
    this.schema.raw('drop index assets_owner')
  }
}
