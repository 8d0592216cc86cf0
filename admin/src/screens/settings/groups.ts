import type { ConsoleTab } from '@crossdock/admin/kit'

export const groups = ['you', 'organization'] as const

/** Whom a section is about: what takes a permission is about the organization, unless it says otherwise. */
export const groupOf = ({ group, permission }: ConsoleTab): (typeof groups)[number] =>
  group ?? (permission ? 'organization' : 'you')

/** Whether there is nothing to see outside of an organization; the operator has an audit of their own. */
export const needsTenant = (tab: ConsoleTab): boolean =>
  groupOf(tab) === 'organization' && tab.id !== 'audit'

/** The address of a section. */
export const sectionPath = (id: string): string => `/settings?tab=${encodeURIComponent(id)}`
