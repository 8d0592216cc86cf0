import type { TrayState } from '@crossdock/admin/kit'
import { useEffect } from 'react'
import { useMyApprovals } from './use_my_approvals.js'

/** Reports to the tray how many approvals wait for the person. */
export default function ApprovalCounter({ onState }: { onState: (state: TrayState) => void }) {
  const count = useMyApprovals().length
  useEffect(() => onState({ count }), [onState, count])
  return null
}
