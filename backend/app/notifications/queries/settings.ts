import type { Reader } from '@crossdock/kernel/http'
import type { NotificationKind } from '../contracts/index.js'
import { contextTables } from './scope.js'
import { choiceOf, type Choice } from './choices.js'
import { ownUserId, readableKinds } from './own.js'

/** All kinds the caller may get, with their channels. */
export async function ownSettings(reader: Reader) {
  const rows = await contextTables().NotificationSetting.query().where('userId', ownUserId())
  const decided = new Map(rows.map((row) => [row.kind, row]))
  return {
    kinds: readableKinds().map(([name, kind]) => {
      const chosen = choiceOf(kind, decided.get(name))
      return {
        kind: name,
        label: reader.say(kind.label),
        description: reader.say(kind.description),
        ...offered(kind, chosen),
        defaults: offered(kind, choiceOf(kind, undefined)),
      }
    }),
  }
}

/** null for a channel that is not available. */
const offered = ({ defaults }: NotificationKind, { console, mail }: Choice) => ({
  console: defaults.console === undefined ? null : console,
  mail: defaults.mail === undefined ? null : mail,
})
