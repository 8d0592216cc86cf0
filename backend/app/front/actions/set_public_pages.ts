import { assertReadable, drawLogo } from '@crossdock/backend/branding'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/shapes'
import { asOperator } from '@crossdock/kernel/tenancy'
import { frontChanged } from '../event_types.js'
import { logos } from '../limits.js'
import { PublicPages } from '../models/public_pages.js'
import { reason, rowId } from '../queries/site.js'
import type { publicPagesBody } from '../validators/front.js'

/** Changes the settings of the public pages; left-out fields stay. @throws Problem 422 for an unreadable color */
export function setPublicPages({
  productName,
  primaryColor,
  ...given
}: Output<typeof publicPagesBody>): Promise<void> {
  return change(async (row) => {
    const changed: string[] = []
    if (productName !== undefined && productName !== row.productName) {
      row.productName = productName
      changed.push('productName')
    }
    if (primaryColor !== undefined && primaryColor !== row.primaryColor) {
      assertReadable({ primaryColor, accentColor: null })
      row.primaryColor = primaryColor
      changed.push('primaryColor')
    }
    const stored = row.figures
    const other = Object.entries(given).filter(
      ([name, value]) =>
        value !== undefined && value !== (stored[name as keyof typeof stored] ?? null)
    )
    row.figures = { ...stored, ...Object.fromEntries(other) }
    return [...changed, ...other.map(([name]) => name)]
  })
}

/** Sets the logo of the public pages. @throws Problem 422, 429, 503 */
export async function setLogo(bytes: Buffer): Promise<void> {
  const drawn = await drawLogo(bytes, () => logos.use('all'))
  await change(async (row) => {
    if (row.logoHash === drawn.hash) return []
    row.merge({ logoHash: drawn.hash, logo: drawn.bytes })
    return ['logo']
  })
}

/** Removes the logo. */
export function removeLogo(): Promise<void> {
  return change(async (row) => {
    if (!row.logoHash) return []
    row.merge({ logoHash: null, logo: null })
    return ['logo']
  })
}

/** Changes the row under a lock. @returns the names of the fields that changed */
function change(work: (row: PublicPages) => Promise<string[]>): Promise<void> {
  return asOperator(reason, () =>
    transaction(async () => {
      const empty = { id: rowId, created_at: now(), updated_at: now(), figures: '{}' }
      await unscoped()
        .insertQuery()
        .table(PublicPages.table)
        .knexQuery.insert(empty)
        .onConflict('id')
        .ignore()
      const row = await PublicPages.query().where('id', rowId).forUpdate().firstOrFail()
      const changed = await work(row)
      if (changed.length === 0) return
      await row.merge({ updatedAt: now() }).save()
      await recordEvent(frontChanged, {
        target: { type: 'public_pages', id: rowId },
        payload: { changed },
      })
    })
  )
}
