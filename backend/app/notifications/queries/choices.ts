import {
  channels,
  notificationKinds,
  type Channel,
  type NotificationChoices,
  type NotificationKind,
} from '../contracts/index.js'
import { contextTables } from './scope.js'

export type Choice = Record<Channel, boolean>

/** The channels of people for a kind: their settings, else the defaults; never a channel that is not available. */
export async function choicesOf(
  name: string,
  kind: NotificationKind,
  userIds: readonly string[]
): Promise<(userId: string) => Choice> {
  const rows = await contextTables()
    .NotificationSetting.query()
    .where('kind', name)
    .whereIn('userId', [...userIds])
  const decided = new Map(rows.map((row) => [row.userId, row]))
  return (userId) => choiceOf(kind, decided.get(userId))
}

/** @param decided undefined without a setting of the person */
export function choiceOf({ defaults }: NotificationKind, decided: Choice | undefined): Choice {
  const [console, mail] = channels.map(
    (channel) => defaults[channel] !== undefined && (decided?.[channel] ?? defaults[channel])
  )
  return { console: console!, mail: mail! }
}

/** Implements the contract for other domains. */
export const choices: NotificationChoices = {
  async wants(name, userId, channel) {
    const kind = notificationKinds.get(name)
    return kind ? (await choicesOf(name, kind, [userId]))(userId)[channel] : false
  },
}
