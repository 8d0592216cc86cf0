import { RelativeTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { SyncConflict } from '../model.js'

/** The resolution of a conflict, with person and time. */
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
