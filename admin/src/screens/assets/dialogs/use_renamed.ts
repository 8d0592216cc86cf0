import type { ActivityEntry, Asset } from '@crossdock/client'
import { formatRelative, useApi } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Returns a function that says which name a file or folder has now, and who gave it that name. */
export function useRenamed(): (asset: Asset) => Promise<string> {
  const api = useApi()
  const translate = useTranslate()
  return async ({ id, name }) => {
    const latest = await api
      .list<ActivityEntry>('activity', {
        range: [0, 9],
        sort: ['createdAt', 'DESC'],
        filter: { entityType: 'asset', entityId: id },
      })
      // A person without the permission to read the activity sees only the new name.
      .catch(() => ({ items: [] }))
    const renaming = latest.items.find(({ metadata }) => 'previousName' in metadata)
    return renaming?.userName
      ? translate('assets.renameForm.renamedBy', {
          name,
          person: renaming.userName,
          when: formatRelative(renaming.createdAt),
        })
      : translate('assets.renameForm.renamed', { name })
  }
}
