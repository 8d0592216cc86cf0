import type { WaitingRuns as Waiting } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  AttentionRow,
  formatInteger,
  RelativeTime,
  useRead,
  type AttentionState,
} from '@crossdock/admin/kit'
import { Hourglass } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { POLL } from './model.js'
import { waitingPath } from './waiting_state.js'

const pending = '/flow-execution?filter=%7B%22status%22%3A%22pending%22%7D'

/** On the dashboard: runs that have waited for a worker for more than a minute. */
export default function WaitingRuns({ onState }: { onState: (state: AttentionState) => void }) {
  const translate = useTranslate()
  const { data, error } = useRead<Waiting>(waitingPath, { refetchInterval: POLL })
  const count = data?.count
  useEffect(() => {
    if (count !== undefined) onState({ count: Math.min(count, 1) })
    else if (error) onState({ count: 0, error })
  }, [count, error, onState])
  if (!data?.oldest) return null
  return (
    <AttentionRow
      icon={Hourglass}
      tone="warning"
      title={translate('flows.waiting.title', {
        smart_count: data.count,
        count: formatInteger(data.count),
      })}
      to={pending}
      facts={
        <>
          {translate('flows.waiting.facts')} <RelativeTime time={data.oldest} />
        </>
      }
      actions={
        <Button size="small" variant="outlined" component={Link} to={pending}>
          {translate('flows.waiting.show')}
        </Button>
      }
    />
  )
}
