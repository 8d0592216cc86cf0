import { ask } from '../../database/index.js'
import { present } from '../../jobs/sql.js'
import { asOperator } from '../../tenancy/index.js'

/**
 * Whether a backup is running in any process and may still have packs to copy. Call it after the commit that
 * removed a pack's last row. A backup that still has this row is then seen.
 */
export function packsAreHeld(): Promise<boolean> {
  return asOperator('packs stay while a backup copies them', async () => {
    const held = await ask(`select 1 from content_holds where expires_at > ${present()} limit 1`)
    return held.length > 0
  })
}
