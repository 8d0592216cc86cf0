import type { EventType } from '@crossdock/kernel/events'

/**
 * Kinds of events that are not in the audit, each with the reason. Everything else that is recorded is in it: a new kind of
 * event needs nothing, and whoever leaves one out says why here.
 */
export const leftOut: Readonly<Record<string, string>> = {
  approvals_changed: 'Nobody did anything: the question or its decision is in it.',
  flow_progressed: 'A step of a run that somebody or something began; that it began is in it.',
  flow_completed: 'How a run ended is told by its history; that it began is in it.',
  flow_failed: 'How a run ended is told by its history; that it began is in it.',
  notification_added: 'Nobody did anything: what it tells of is in it.',
  notifications_read: 'Reading changes nothing, and what was read is in it.',
  thumbnail_made: 'Nobody did anything: a picture of a content was drawn.',
}

export const isLeftOut = ({ name }: EventType): boolean => Object.hasOwn(leftOut, name)
