import type { FolderPermissions } from '@crossdock/client'

export type Grant = FolderPermissions['grants'][number]

/** Who a folder itself lets in. */
export interface Access {
  everyone: (typeof levels)[number]
  grants: Grant[]
}

/** What those may do who are not named: the last one opens the folder. */
export const levels = ['none', 'read', 'write'] as const

export const isSame = (one: Pick<Grant, 'kind' | 'id'>, other: Pick<Grant, 'kind' | 'id'>) =>
  one.kind === other.kind && one.id === other.id
