import type { TrayState } from '@crossdock/admin/kit'
import { useEffect } from 'react'
import { useMyApprovals } from './use_my_approvals.js'

/** Tells the tray how many decisions wait for the person. */
export default function ApprovalCounter({ onState }: { onState: (state: TrayState) => void }) {
  const count = useMyApprovals().length
  useEffect(() => onState({ count }), [onState, count])
  return null
}
