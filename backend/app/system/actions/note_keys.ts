import { now, unscoped } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'

/** Records when this installation began to use each of its keys: a key does not contain its age. */
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
