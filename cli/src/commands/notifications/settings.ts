import type { NotificationSettings } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { withoutItemPosition } from '../../api/only_one.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'

export interface SettingsOptions {
  console?: boolean
  mail?: boolean
}

const path = '/api/notifications/settings'
const shown = (value: boolean | null) => (value === null ? '-' : value ? 'yes' : 'no')

/** Shows all kinds, or sets how one of them is delivered. */
export async function notificationSettings(
  factory: Factory,
  kind: string | undefined,
  { console, mail }: SettingsOptions
): Promise<void> {
  const isGiven = console !== undefined || mail !== undefined
  if ((kind !== undefined) !== isGiven) {
    throw new UsageError(
      kind ? `There is nothing to change for "${kind}".` : 'Name the kind to change.',
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
    'No kinds of notifications.'
  )
}

async function choose(api: ApiClient, body: object): Promise<NotificationSettings> {
  try {
    return await api.put<NotificationSettings>(path, body)
  } catch (error) {
    throw withoutItemPosition(error, 'See all kinds: crossdock notifications settings')
  }
}
