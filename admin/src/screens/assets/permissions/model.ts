import type { FolderPermissions } from '@crossdock/client'

export type Grant = FolderPermissions['grants'][number]

/** The folder's own access list. */
export interface Access {
  everyone: (typeof levels)[number]
  grants: Grant[]
}

/** Access of people without an entry; the last level makes the folder open. */
export const levels = ['none', 'read', 'write'] as const

export const isSame = (one: Pick<Grant, 'kind' | 'id'>, other: Pick<Grant, 'kind' | 'id'>) =>
  one.kind === other.kind && one.id === other.id
