import type { ConsoleTab } from '@crossdock/admin/kit'

export const groups = ['you', 'organization'] as const

/** Whom a section is about: what takes a permission is about the organization, unless it says otherwise. */
export const groupOf = ({ group, permission }: ConsoleTab): (typeof groups)[number] =>
  group ?? (permission ? 'organization' : 'you')

/** The address of a section. */
export const sectionPath = (id: string): string => `/settings?tab=${encodeURIComponent(id)}`
