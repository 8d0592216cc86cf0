import type { ConsoleTab } from '@crossdock/admin/kit'

export const groups = ['you', 'organization'] as const

/** The group of a section: with a permission it is the organization's, unless it names a group. */
export const groupOf = ({ group, permission }: ConsoleTab): (typeof groups)[number] =>
  group ?? (permission ? 'organization' : 'you')

/** The address of a section. */
export const sectionPath = (id: string): string => `/settings?tab=${encodeURIComponent(id)}`
