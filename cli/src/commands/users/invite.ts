import type { Invitations } from '@crossdock/client'
import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { USERS } from './find.js'

/** Invites people by mail. An error with one address does not affect the others. */
export async function inviteUsers(
  factory: Factory,
  emails: string[],
  { role }: { role?: string }
): Promise<void> {
  const api = await factory.api()
  const answer = await api.post<Invitations>(`${USERS}/invitations`, { emails, role })
  const refused = answer.invitations.filter(({ fate }) => fate !== 'invited')
  if (factory.flags.json) factory.printJson(answer)
  else {
    for (const { email, fate } of answer.invitations) {
      if (fate === 'invited') factory.say(`Invited ${email}.`)
    }
  }
  if (refused.length === 0) return
  throw new CliError(
    ExitCode.refused,
    `${refused.length} of ${answer.invitations.length} addresses were not invited.`,
    { details: refused.map(({ email, message }) => `${email}: ${message ?? ''}`) }
  )
}
