import { Schema } from '@crossdock/kernel/database'

/** For the list of tenants and the dashboard. */
export default class extends Schema {
  override async up() {
    this.counted('users', { counter: 'users.active', when: { is_active: true } })
  }

  override async down() {
    this.notCounted('users', 'users.active')
  }
}
