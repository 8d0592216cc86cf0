import { Schema } from '@crossdock/kernel/database'

/** Counts people who never signed in: the list of tenants and the dashboard show them apart. */
export default class extends Schema {
  override async up() {
    this.counted('users', {
      counter: 'users.pending',
      when: { is_active: true, last_login_at: null },
    })
  }

  override async down() {
    this.notCounted('users', 'users.pending')
  }
}
