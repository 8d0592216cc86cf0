import type { User } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { findUser, USERS } from './find.js'

const change = async (
  factory: Factory,
  user: User,
  body: object,
  said: (user: User) => string
): Promise<void> => {
  const changed = await (await factory.api()).put<User>(`${USERS}/${user.id}`, body)
  if (factory.flags.json) return factory.printJson(changed)
  factory.say(said(changed))
}

/** Changes the role of a person. */
export async function changeRole(factory: Factory, typed: string, role: string): Promise<void> {
  const user = await findUser(await factory.api(), typed)
  await change(
    factory,
    user,
    { role },
    (changed) => `${changed.email} now has the role ${changed.role}.`
  )
}

/** Deactivates a person and ends their sessions and tokens. Asks for confirmation. */
export async function deactivateUser(
  factory: Factory,
  typed: string,
  { yes = false }: { yes?: boolean }
): Promise<void> {
  const user = await findUser(await factory.api(), typed)
  const asked = `Sign ${user.email} out everywhere and revoke their API tokens?`
  await factory.prompter.assertConfirmed(yes, asked)
  await change(factory, user, { isActive: false }, ({ email }) => `Deactivated ${email}.`)
}

export async function reactivateUser(factory: Factory, typed: string): Promise<void> {
  const user = await findUser(await factory.api(), typed)
  await change(factory, user, { isActive: true }, ({ email }) => `Reactivated ${email}.`)
}

/** Mails a new invitation to a person who never signed in. */
export async function resendInvitation(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const { id, email } = await findUser(api, typed)
  const user = await api.post<User>(`${USERS}/${id}/resend`, {})
  if (factory.flags.json) return factory.printJson(user)
  factory.say(`Invited ${email} again.`)
}
