import { Schema } from '@crossdock/kernel/database'

const references = [
  { table: 'assets', column: 'parent_id', target: 'assets' },
  { table: 'asset_versions', column: 'asset_id', target: 'assets' },
]

/** A folder holds files of its own tenant, a file versions of its own tenant. */
export default class extends Schema {
  static override disableTransactions = true

  override async up() {
    for (const reference of references) this.bindReference(reference)
  }

  override async down() {
    for (const reference of references) this.unbindReference(reference)
  }
}
