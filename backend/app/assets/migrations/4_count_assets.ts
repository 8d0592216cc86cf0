import { Schema } from '@crossdock/kernel/database'

/** For the list of tenants and the dashboard: files and folders outside the trash. */
export default class extends Schema {
  override async up() {
    this.counted('assets', { counter: 'assets.kept', when: { trashed_at: null } })
  }

  override async down() {
    this.notCounted('assets', 'assets.kept')
  }
}
