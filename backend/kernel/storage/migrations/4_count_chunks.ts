import { Schema } from '../../database/index.js'

/** What a tenant has stored, for the list of tenants. */
export default class extends Schema {
  override async up() {
    this.counted('content_chunks', { counter: 'storage.chunks', sum: 'size' })
  }

  override async down() {
    this.notCounted('content_chunks', 'storage.chunks')
  }
}
