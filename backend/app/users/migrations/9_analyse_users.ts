import { Schema } from '@crossdock/kernel/database'

/** An import adds a hundred thousand people within a minute; lists are planned for them right behind it. */
export default class extends Schema {
  override async up() {
    this.analysable('users')
  }

  override async down() {
    this.notAnalysable('users')
  }
}
