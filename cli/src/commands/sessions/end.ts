import type { EndedSessions, UserSession } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { personId } from './person.js'

export interface EndSessionsOptions {
  all?: boolean
  user?: string
  yes?: boolean
}

/** Ends one session, or with --all every session of a person. */
export async function endSessions(
  factory: Factory,
  typed: string | undefined,
  { all = false, user, yes = false }: EndSessionsOptions
): Promise<void> {
  if ((typed === undefined) !== all) {
    throw new UsageError('Name one session, or give --all.', 'See them: crossdock sessions list')
  }
  const api = await factory.api()
  const userId = await personId(api, user)
  if (typed === undefined) {
    const whose = user === undefined ? 'all of your sessions' : `all sessions of ${user}`
    await factory.prompter.assertConfirmed(yes, `End ${whose}?`)
    const query = userId === undefined ? '' : `?${new URLSearchParams({ userId }).toString()}`
    const answer = await api.delete<EndedSessions>(`/api/sessions${query}`)
    if (factory.flags.json) return factory.printJson(answer)
    return factory.say(answer.ended === 1 ? 'Ended 1 session.' : `Ended ${answer.ended} sessions.`)
  }
  const sessions = await api.all<UserSession>('/api/sessions', { filter: { userId } })
  const session = pick(sessions, typed, {
    one: 'session',
    list: 'crossdock sessions list',
    ids: ({ id }) => [id],
    about: ({ browser, ip }) => [browser, ip].filter(Boolean).join(', '),
  })
  await api.delete(`/api/sessions/${session.id}`)
  if (factory.flags.json) return factory.printJson(session)
  factory.say(`Ended the session ${session.id}.`)
}
