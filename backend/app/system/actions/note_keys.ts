import { now, unscoped } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'

/** Notes since when this installation works with its keys: how old one is cannot be told by looking at it. */
export async function noteKeys(): Promise<void> {
  const { current, previous } = secrets.use().keyIds
  await asOperator('keys are those of the installation', async () => {
    for (const id of [...previous, current]) {
      await unscoped()
        .insertQuery()
        .table('encryption_keys')
        .knexQuery.insert({ id, first_used_at: now() })
        .onConflict('id')
        .ignore()
    }
  })
}
