import type { EventType } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { CliError, ExitCode } from '../../errors.js'

const MOST_NAMED = 5

/**
 * Explains an empty list if no event has this type. Call it only for an empty list, because entries of a removed
 * plugin have unknown types.
 * @throws CliError that suggests similar types
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
