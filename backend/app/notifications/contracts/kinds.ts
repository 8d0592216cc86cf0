import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import type { Text } from '@crossdock/kernel/ground'
import { extensionPoint, type PermissionRef } from '@crossdock/kernel/plugin'

/** Channels for notifications. */
export const channels = ['console', 'mail'] as const

export type Channel = (typeof channels)[number]

/** Stored payload of an event, possibly written by an older version. */
export type NoticePayload = Readonly<Record<string, unknown>>

/** A kind of notification that Crossdock sends to people. */
export interface NotificationKind {
  label: Text
  description: Text
  /** The events that cause a notification of this kind. */
  on: readonly EventType[]
  /**
   * The permission to read it. People who lose the permission no longer see these notifications or get them by
   * mail. null: all recipients may read it.
   */
  permission: PermissionRef | null
  /**
   * `holders`: all people of the tenant with the permission. `operators`: only the super administrators; the
   * payload gets `tenant`, the name of the event's tenant. A function returns ids of people; ids of other tenants
   * are ignored.
   */
  to: 'holders' | 'operators' | ((event: LoggedEvent) => readonly (string | null)[])
  /** Skips the actor of the event, who already knows. */
  exceptActor?: true
  /**
   * The default per channel. A channel that is left out is not available, for example because a separate mail
   * covers it.
   */
  defaults: Partial<Record<Channel, boolean>>
  /** Filters the events; left out: all events of `on`. */
  wants?(event: LoggedEvent): boolean
  /** False for events that a separate mail covers. */
  mails?(event: LoggedEvent): boolean
  /**
   * Key of equal events: repetitions within an hour are only counted. Left out: each event causes a notification.
   */
  bundle?(event: LoggedEvent): string
  /** Left out: the event's sentence in the activity feed. May throw for payloads of other versions. */
  sentence?(payload: NoticePayload, eventType: string): Text
  /** Whether its sentence quotes visitors. The subject of a mail is then the label of the kind. */
  quotes?: true
  /** The page of the console where people act on the notification. A mail has a button for the page. */
  place?: { label: Text; path: string }
  /** The sentence for several counted events. */
  several?(payload: NoticePayload, count: number): Text
  /**
   * For operators: the conditions that hold now, such as a full disk. Read every five minutes in operator scope.
   * Each causes one notification, which is marked as read when the condition ends. A condition that returns within
   * an hour causes none.
   */
  now?(): Promise<readonly Standing[]>
}

/** A condition that holds now. */
export interface Standing {
  /** Identifies it among those of its kind; at most 200 characters. */
  key: string
  payload: NoticePayload
  /** The object the condition is about. */
  target?: { type: string; id: string }
}

/** All kinds of notifications, by `<domain>.<name>`; the name is stored. */
export const notificationKinds = extensionPoint<NotificationKind>('notifications.kinds')
