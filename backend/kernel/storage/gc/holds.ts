import { ask } from '../../database/index.js'
import { present } from '../../jobs/sql.js'
import { asOperator } from '../../tenancy/index.js'

/**
 * Whether a backup is running in any process: its copy of the database names packs that are yet to be copied.
 * Call it after the commit by which a pack lost its last row, so that a backup with an earlier copy is seen.
 */
export function packsAreHeld(): Promise<boolean> {
  return asOperator('packs stay while a backup copies them', async () => {
    const held = await ask(`select 1 from content_holds where expires_at > ${present()} limit 1`)
    return held.length > 0
  })
}
