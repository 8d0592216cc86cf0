import { Schema } from '@crossdock/kernel/database'

/** Tenants are found by any part of their names. What is kept of them beside the table goes with them, by its triggers. */
export default class extends Schema {
  override async up() {
    this.searchable('tenants', ['name', 'subdomain'], 'id')
  }

  override async down() {
    this.unsearchable('tenants')
  }
}
