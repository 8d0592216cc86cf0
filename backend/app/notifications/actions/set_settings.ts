import { accounts } from '@crossdock/backend/users'
import { newId, transaction } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import { contextTables } from '../queries/scope.js'
import { choiceOf } from '../queries/choices.js'
import { ownUserIdForChange, readableKinds } from '../queries/own.js'

interface Wanted {
  kind: string
  console?: boolean | undefined
  mail?: boolean | undefined
}

/** Changes the caller's channels for some kinds; the others stay unchanged. @throws Problem 403, 422 */
export async function setSettings(wanted: readonly Wanted[]): Promise<void> {
  const userId = await ownUserIdForChange()
  const kinds = new Map(readableKinds())
  wanted.forEach((one, at) => refuseUnfit(one, at, kinds))
  await transaction(async () => {
    await accounts.use().hold([userId])
    const { NotificationSetting } = contextTables()
    const rows = await NotificationSetting.query().where('userId', userId)
    const known = new Map(rows.map((row) => [row.kind, row]))
    for (const { kind, console, mail } of wanted) {
      const row = known.get(kind) ?? new NotificationSetting().fill({ id: newId(), userId, kind })
      const before = choiceOf(kinds.get(kind)!, known.get(kind))
      row.merge({ console: console ?? before.console, mail: mail ?? before.mail })
      await row.save()
      known.set(kind, row)
    }
  })
}

function refuseUnfit(
  { kind, ...wanted }: Wanted,
  at: number,
  kinds: ReadonlyMap<string, { defaults: { console?: boolean; mail?: boolean } }>
): void {
  const known = kinds.get(kind)
  if (!known) {
    throw invalid(
      `kinds.${at}.kind`,
      text('There is no kind of notification "{kind}" for you.', {
        kind,
      })
    )
  }
  for (const channel of ['console', 'mail'] as const) {
    if (!wanted[channel] || known.defaults[channel] !== undefined) continue
    throw invalid(
      `kinds.${at}.${channel}`,
      text('"{kind}" is not available by {channel}.', { kind, channel })
    )
  }
}
