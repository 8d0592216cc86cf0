import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, notFound, text } from '@crossdock/kernel/ground'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'
import { passkeyRemoved, passkeyRenamed } from '../event_types.js'
import { Passkey } from '../models/passkey.js'
import { passkeysOf } from '../queries/passkeys.js'
import { isAskedOf } from '../queries/second_factor.js'

/** Renames a passkey of a person. @throws Problem 404 */
export const renamePasskey = (account: Account, id: string, name: string): Promise<Passkey> =>
  changeOwn(account, id, async (passkey) => {
    if (passkey.name === name) return
    await passkey.merge({ name }).save()
    await record(account, passkey, passkeyRenamed)
  })

/** Removes a passkey of a person, which can no longer sign in. @throws Problem 404 */
export async function removePasskey(account: Account, id: string): Promise<void> {
  await changeOwn(account, id, async (passkey) => {
    await refuseLast(account)
    await passkey.delete()
    if ((await passkeysOf(account.id)).length === 0) {
      await accounts.use().noteSecondFactor(account.id, false)
    }
    await record(account, passkey, passkeyRemoved)
  })
}

/** @throws Problem 409 for the last passkey of a person with a second factor */
async function refuseLast({ id }: Account): Promise<void> {
  if (!(await isAskedOf(id)) || (await passkeysOf(id)).length > 1) return
  const account = await accounts.use().find(id)
  throw conflict(
    'E_LAST_PASSKEY',
    account?.secondFactorRequiredBy
      ? text(
          'This is your last passkey, and you must have a second factor. Add another passkey first.'
        )
      : text(
          'This is your last passkey, and you are asked for one when you sign in. Turn the second factor off first, or add another passkey.'
        )
  )
}

function changeOwn(
  account: Account,
  id: string,
  work: (passkey: Passkey) => Promise<void>
): Promise<Passkey> {
  return asOperator("a super administrator's passkeys belong to no tenant", () =>
    transaction(async () => {
      await accounts.use().hold([account.id])
      const passkey = await Passkey.query().where({ id, user_id: account.id }).first()
      if (!passkey) throw notFound('You have no passkey with the id "{id}".', id)
      await work(passkey)
      return passkey
    })
  )
}

const record = (
  { tenantId, email }: Account,
  { id, name }: Passkey,
  event: typeof passkeyRenamed | typeof passkeyRemoved
) =>
  withContext({ tenantId, operator: tenantId === null }, () =>
    recordEvent(event, { target: { type: 'passkey', id }, payload: { name, email } })
  )
