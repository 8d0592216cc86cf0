import {
  channels,
  notificationKinds,
  type Channel,
  type NotificationChoices,
  type NotificationKind,
} from '../contracts/index.js'
import { NotificationSetting } from '../models/notification_setting.js'

export type Choice = Record<Channel, boolean>

/** Where people are told of a kind: as they decided, else as it is by default; never where it cannot be chosen. */
export async function choicesOf(
  name: string,
  kind: NotificationKind,
  userIds: readonly string[]
): Promise<(userId: string) => Choice> {
  const rows = await NotificationSetting.query()
    .where('kind', name)
    .whereIn('userId', [...userIds])
  const decided = new Map(rows.map((row) => [row.userId, row]))
  return (userId) => choiceOf(kind, decided.get(userId))
}

/** @param decided undefined for who has decided nothing */
export function choiceOf({ defaults }: NotificationKind, decided: Choice | undefined): Choice {
  const [console, mail] = channels.map(
    (channel) => defaults[channel] !== undefined && (decided?.[channel] ?? defaults[channel])
  )
  return { console: console!, mail: mail! }
}

/** What other domains may ask. */
export const choices: NotificationChoices = {
  async wants(name, userId, channel) {
    const kind = notificationKinds.get(name)
    return kind ? (await choicesOf(name, kind, [userId]))(userId)[channel] : false
  },
}
