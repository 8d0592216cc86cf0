import { Schema } from '@crossdock/kernel/database'

/** Whoever has a passkey has a second factor: from now on the people themselves know. */
export default class extends Schema {
  override async up() {
    this.changeRows(
      ['users', 'passkeys'],
      'update users set has_second_factor = true where id in (select user_id from passkeys)'
    )
  }

  override async down() {}
}
