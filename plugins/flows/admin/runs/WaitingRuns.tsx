import type { Execution } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  AttentionRow,
  formatInteger,
  RelativeTime,
  useApi,
  useApiState,
  type AttentionState,
} from '@crossdock/admin/kit'
import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { POLL } from './model.js'

const pending = '/flow-execution?filter=%7B%22status%22%3A%22pending%22%7D'
/** Runs are taken up within a second where somebody is there to do so. */
const patience = 60_000

/** On the dashboard: runs that nobody has taken up for a minute. */
export default function WaitingRuns({ onState }: { onState: (state: AttentionState) => void }) {
  const translate = useTranslate()
  const api = useApi()
  const { live } = useApiState()
  const { data, error } = useQuery({
    queryKey: ['flow-executions', 'waiting'],
    queryFn: () =>
      api.list<Execution>('flow-executions', {
        range: [0, 0],
        sort: ['createdAt', 'ASC'],
        filter: { status: 'pending', before: new Date(Date.now() - patience).toISOString() },
      }),
    refetchInterval: live ? false : POLL,
  })
  const count = data?.total
  useEffect(() => {
    if (count !== undefined) onState({ count: Math.min(count, 1) })
    else if (error) onState({ count: 0, error })
  }, [count, error, onState])
  const oldest = data?.items[0]
  if (!oldest) return null
  return (
    <AttentionRow
      icon={Hourglass}
      tone="warning"
      title={translate('flows.waiting.title', {
        smart_count: data.total,
        count: formatInteger(data.total),
      })}
      to={pending}
      facts={
        <>
          {translate('flows.waiting.facts')} <RelativeTime time={oldest.createdAt} />
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
