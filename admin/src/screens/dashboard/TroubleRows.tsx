import type { DashboardMetrics } from '@crossdock/client'
import {
  AttentionRow,
  mono,
  usePermissions,
  useRead,
  type AttentionState,
} from '@crossdock/admin/kit'
import Box from '@mui/material/Box'
import { CalendarX2, ListX, ServerCrash } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { troubleIn } from './trouble.js'
import { useUnhealthyComponents } from './use_health.js'

const commands = { failedJobs: 'crossdock jobs', parkedEvents: 'crossdock events' } as const
const tabs = { failedJobs: 'jobs', parkedEvents: 'events' } as const
const icons = { failedJobs: ListX, parkedEvents: CalendarX2 } as const

/** Problems of the installation: unhealthy components, failed jobs, parked events. */
export default function TroubleRows({ onState }: { onState: (state: AttentionState) => void }) {
  const translate = useTranslate()
  const metrics = useRead<DashboardMetrics>('dashboard/metrics')
  const { isSuperAdmin } = usePermissions()
  const unhealthy = useUnhealthyComponents()
  const trouble = troubleIn(metrics.data)
  const count = trouble.length + (unhealthy?.length ?? 0)
  const isKnown = metrics.data !== undefined && unhealthy !== undefined
  const { error } = metrics
  useEffect(() => {
    if (isKnown) onState({ count })
    else if (error) onState({ count: 0, error })
  }, [isKnown, count, error, onState])
  const text = (key: string, values?: object) => translate(`dashboard.${key}`, values)
  return (
    <>
      {unhealthy?.map(({ name, status }) => (
        <AttentionRow
          key={name}
          icon={ServerCrash}
          tone={status === 'down' ? 'danger' : 'warning'}
          title={text('attention.component', { name })}
          facts={text(`attention.${status}`)}
        />
      ))}
      {trouble.map((name) => (
        <AttentionRow
          key={name}
          icon={icons[name]}
          tone="warning"
          title={text(`trouble.${name}`, { smart_count: metrics.data!.trouble[name] })}
          facts={
            <>
              {text(`attention.${name}`)}{' '}
              {isSuperAdmin ? (
                <Link to={`/system?tab=${tabs[name]}`}>{translate('shell.section.system')}</Link>
              ) : (
                <Box component="code" sx={{ fontFamily: mono, whiteSpace: 'nowrap' }}>
                  {commands[name]}
                </Box>
              )}
            </>
          }
        />
      ))}
    </>
  )
}
