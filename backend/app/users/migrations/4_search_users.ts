import { Schema } from '@crossdock/kernel/database'

/** People are found by any part of their names and addresses. What is kept of them beside the table goes with them, by its triggers. */
export default class extends Schema {
  override async up() {
    this.searchable('users', ['email', 'first_name', 'last_name'])
  }

  override async down() {
    this.unsearchable('users')
  }
}
