import type { TrayState } from '@crossdock/admin/kit'
import { useEffect } from 'react'
import { isOver } from './queue.js'
import { useUploads } from './use_uploads.js'

/** Tells the tray how many files are on their way. */
export default function UploadCounter({ onState }: { onState: (state: TrayState) => void }) {
  const { queue, items } = useUploads()
  const count = items.filter(({ state }) => !isOver(state)).length
  const failed = items.filter(({ state }) => state === 'failed' || state === 'interrupted').length
  const begun = queue.begun()
  useEffect(() => onState({ count, failed, begun }), [onState, count, failed, begun])
  return null
}
