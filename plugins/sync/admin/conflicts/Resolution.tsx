import { RelativeTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { SyncConflict } from '../model.js'

/** How a conflict was resolved, by whom and when. */
export function Resolution({ conflict }: { conflict: SyncConflict }) {
  const translate = useTranslate()
  const { resolution, resolvedBy, resolvedAt } = conflict
  const kept = translate(`sync.resolution.${resolution ?? 'gone'}`, {
    _: translate('sync.resolution.gone'),
  })
  return (
    <>
      {resolvedBy ? `${resolvedBy}, ${kept}` : kept}, <RelativeTime time={resolvedAt} />
    </>
  )
}
