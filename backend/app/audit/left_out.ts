import type { EventType } from '@crossdock/kernel/events'

/** Event types that are not in the audit, with the reason. All other types are in it. */
export const leftOut: Readonly<Record<string, string>> = {
  approvals_changed: 'No action of its own: the audit has the question and its decision.',
  flow_progressed: 'A step of a run: the audit has the start of the run.',
  flow_completed: 'The history of the run shows its end: the audit has its start.',
  flow_failed: 'The history of the run shows its end: the audit has its start.',
  notification_added: 'No action of its own: the audit has the reported event.',
  notifications_read: 'Reading changes nothing: the audit has the reported events.',
  thumbnail_made: 'No action of its own: Crossdock drew a thumbnail.',
}

export const isLeftOut = ({ name }: EventType): boolean => Object.hasOwn(leftOut, name)
