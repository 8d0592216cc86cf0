import { Schema } from '@crossdock/kernel/database'

/**
 * Records why a content has no thumbnail. Deletes failures without a reason: this release draws more formats and larger pictures.
 * They are few, and the server tries them again when a person opens the file.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('thumbnails', (table) => {
      table.string('reason', 16).nullable()
    })
    this.changeRows(['thumbnails'], 'delete from thumbnails where content_id is null')
  }

  override async down() {
    this.schema.alterTable('thumbnails', (table) => {
      table.dropColumn('reason')
    })
  }
}
