import type { NotificationSettings } from '@crossdock/client'
import { ApiError } from '../../api/api_error.js'
import type { ApiClient } from '../../api/client.js'
import { CliError, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'

export interface SettingsOptions {
  console?: boolean
  mail?: boolean
}

const path = '/api/notifications/settings'
const shown = (value: boolean | null) => (value === null ? '-' : value ? 'yes' : 'no')

/** Shows all kinds, or chooses for one where it is told. */
export async function notificationSettings(
  factory: Factory,
  kind: string | undefined,
  { console, mail }: SettingsOptions
): Promise<void> {
  const isGiven = console !== undefined || mail !== undefined
  if ((kind !== undefined) !== isGiven) {
    throw new UsageError(
      kind ? `Say how "${kind}" is told.` : 'Name the kind to choose for.',
      'For example: crossdock notifications settings flows.runFailed --no-mail'
    )
  }
  const api = await factory.api()
  const body = {
    kinds: [
      {
        kind,
        ...(console === undefined ? {} : { console }),
        ...(mail === undefined ? {} : { mail }),
      },
    ],
  }
  const { kinds } = kind ? await choose(api, body) : await api.get<NotificationSettings>(path)
  await factory.printList(
    kind ? kinds.filter((one) => one.kind === kind) : kinds,
    [
      { title: 'Kind', text: (one) => one.kind },
      { title: 'What', text: ({ label }) => label },
      { title: 'Console', text: (one) => shown(one.console) },
      { title: 'Mail', text: (one) => shown(one.mail) },
    ],
    'There is nothing to be told of.'
  )
}

/** The server says it by the field of the one kind there is: its place in the body is nothing to people. */
async function choose(api: ApiClient, body: object): Promise<NotificationSettings> {
  try {
    return await api.put<NotificationSettings>(path, body)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error
    const { exitCode, details, requestId } = error
    const [said = error.message] = details.map((line) => line.replace(/^kinds\.0\.\w+: /, ''))
    throw new CliError(exitCode, said, {
      hint: 'See all kinds: crossdock notifications settings',
      requestId,
      cause: error,
    })
  }
}
