import type { ConsoleTab } from '@crossdock/admin/kit'

export const groups = ['you', 'organization'] as const

/** The group that a section names. By default, a section with a permission is the organization's. */
export const groupOf = ({ group, permission }: ConsoleTab): (typeof groups)[number] =>
  group ?? (permission ? 'organization' : 'you')

/** The address of a section. */
export const sectionPath = (id: string): string => `/settings?tab=${encodeURIComponent(id)}`
