import type { EventType } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { CliError, ExitCode } from '../../errors.js'

const MOST_NAMED = 5

/**
 * For a list that has nothing of a kind of event: that there is no such kind is another thing. Asked only then, as there may be
 * entries of kinds that a plugin brought which is gone.
 * @throws CliError that names kinds that are called alike
 */
export async function assertKnownType(api: ApiClient, type: string | undefined): Promise<void> {
  if (type === undefined) return
  const names = (await api.get<EventType[]>('/api/events/types')).map(({ name }) => name)
  if (names.includes(type)) return
  const words = type.toLowerCase().split(/[^a-z]+/)
  const alike = names.filter((name) => name.split('_').some((word) => words.includes(word)))
  const shown = alike.slice(0, MOST_NAMED).map((name) => `"${name}"`)
  throw new CliError(ExitCode.notFound, `There is no kind of event "${type}".`, {
    hint: shown.length > 0 ? `Called alike: ${shown.join(', ')}.` : undefined,
  })
}
