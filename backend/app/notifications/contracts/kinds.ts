import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import type { Text } from '@crossdock/kernel/http'
import { extensionPoint, type PermissionRef } from '@crossdock/kernel/plugin'

/** Where people are told. */
export const channels = ['console', 'mail'] as const

export type Channel = (typeof channels)[number]

/** Payload of an event as it was stored, also by older versions. */
export type Told = Readonly<Record<string, unknown>>

/** Something people are told of without having asked. */
export interface NotificationKind {
  label: Text
  description: Text
  /** Events it comes from. */
  on: readonly EventType[]
  /**
   * By which it is read: what somebody may not read any more is shown and mailed to them no more. null: all whom it was
   * sent to.
   */
  permission: PermissionRef | null
  /** `holders`: all of the tenant who hold the permission. Else ids of the persons it is for; others than those of the tenant are passed over. */
  to: 'holders' | ((event: LoggedEvent) => readonly (string | null)[])
  /** Whoever did it knows. */
  exceptActor?: true
  /**
   * Whether people are told there as long as they have not decided; a channel that is left out cannot be chosen, as what is
   * told by a mail of its own is not told by another one.
   */
  defaults: Partial<Record<Channel, boolean>>
  /** Left out: of every event of `on`. */
  wants?(event: LoggedEvent): boolean
  /** False for what a mail of its own tells. */
  mails?(event: LoggedEvent): boolean
  /** What of it comes again within an hour is counted and not told again: the key of what is the same. Left out: each is told. */
  bundle?(event: LoggedEvent): string
  /** Left out: the sentence that the activity feed has for the event. May throw for payloads of other versions. */
  sentence?(payload: Told, eventType: string): Text
  /** Where in the console people act on it: a mail has a button of its own for that. `path` is one of the console. */
  place?: { label: Text; path: string }
  /** The sentence for what was counted more than once. */
  several?(payload: Told, count: number): Text
}

/** Everything people are told of, by `<domain>.<name>`; the name is stored. */
export const notificationKinds = extensionPoint<NotificationKind>('notifications.kinds')
