import { ask } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { signatures } from '@crossdock/kernel/secrets'
import { textOf } from '../chains.js'
import { signHead } from './sign_head.js'

const batchSize = 200

interface Row {
  id: string
  seq: number | string
  hash: string
  mac: string
}

/**
 * Signs the head of every chain that has grown since its last signature. A copy of a signed head later proves
 * whether the audit was rewritten. Does not sign an end that another program moved. Runs in operator scope.
 */
export async function signAllHeads(job: RunningJob<object>): Promise<void> {
  for (let after = ''; ;) {
    const rows = await findGrownChains(after)
    await job.commit(
      async () => {
        for (const { id, hash, mac, ...row } of rows) {
          const end = { id, seq: Number(row.seq), hash }
          if (signatures.use().isMac(textOf(end), mac)) await signHead('head', end)
        }
      },
      { progress: true }
    )
    if (rows.length < batchSize) return
    after = rows.at(-1)!.id
  }
}

const findGrownChains = (after: string) =>
  ask<Row>(
    `select id, seq, hash, mac from audit_chains where id > ? and seq > coalesce(
       (select max(seq) from audit_heads where chain = audit_chains.id and kind = 'head'), 0)
     order by id limit ?`,
    [after, batchSize]
  )
