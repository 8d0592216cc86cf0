import type { Belongings, User } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { findUser, USERS } from './find.js'

export interface DeleteUserOptions {
  successor?: string
  yes?: boolean
}

/** Deletes a person. Lists what the person owns, which goes to the named successor. */
export async function deleteUser(
  factory: Factory,
  typed: string,
  { successor, yes = false }: DeleteUserOptions
): Promise<void> {
  const api = await factory.api()
  const user = await findUser(api, typed)
  const { belongings } = await api.get<Belongings>(`${USERS}/${user.id}/belongings`)
  const owned = belongings.map(({ label }) => label).join(', ')
  if (owned && successor === undefined) {
    throw new UsageError(
      `${user.email} owns ${owned}.`,
      'Name a successor: --successor <address-or-id>.'
    )
  }
  const heir: User | undefined =
    successor === undefined ? undefined : await findUser(api, successor)
  const asked = owned
    ? `Delete ${user.email}, and give ${owned} to ${heir!.email}?`
    : `Delete ${user.email}?`
  await factory.prompter.assertConfirmed(yes, asked)
  const query = heir ? `?successor=${heir.id}` : ''
  await api.delete(`${USERS}/${user.id}${query}`)
  if (factory.flags.json) return factory.printJson(user)
  factory.say(`Deleted ${user.email}.`)
}
