import { Schema } from '@crossdock/kernel/database'

/** For the Usage page: files and their bytes by the person who uploaded them, those in the trash too. */
export default class extends Schema {
  override async up() {
    this.counted('assets', {
      ...{ counter: 'assets.byPerson', when: { type: 'file' } },
      ...{ by: 'uploaded_by', sum: 'size' },
    })
  }

  override async down() {
    this.notCounted('assets', 'assets.byPerson')
  }
}
