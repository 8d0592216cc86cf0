import type { TenantsInUse } from '@crossdock/client'
import Button from '@mui/material/Button'
import { AttentionRow, formatDate, type AttentionState } from '@crossdock/admin/kit'
import { Building2, FileWarning, ListX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { tenantPath } from '../../tenants/model.js'
import { useEnter } from '../../tenants/working/use_enter.js'
import { useSystem, useTenantsInUse } from './use_home.js'

type Row = TenantsInUse['byUse'][number]

/** From this percentage on, a tenant is close to its limit. */
const NEARLY_ALL = 90
/** Tenants with at least this number of failed runs a day are shown. */
const MANY = 10
/** Maximum number of rows for each kind of problem. The list below has more. */
const MOST = 3

const failedRuns = `/flow-execution?filter=${encodeURIComponent('{"status":"failed"}')}`

/** Tenants that are close to a limit or have failing runs, and damaged content. */
export default function TenantTrouble({ onState }: { onState: (state: AttentionState) => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`tenants.home.${key}`, values)
  const use = useTenantsInUse()
  const system = useSystem()
  const enter = useEnter(failedRuns)
  const limited = (use.data?.nearLimit ?? []).filter((row) => highest(row) >= NEARLY_ALL)
  const failing = (use.data?.failing ?? []).filter((row) => row.failedRuns >= MANY)
  const shown = [limited.slice(0, MOST), failing.slice(0, MOST)] as const
  const damaged = system.data?.storage?.damagedParts ?? 0
  const count = shown[0].length + shown[1].length + (damaged > 0 ? 1 : 0)
  const error = use.error ?? system.error
  const isKnown = use.data !== undefined && system.data !== undefined
  useEffect(() => {
    if (isKnown) onState({ count })
    else if (error) onState({ count: 0, error })
  }, [isKnown, count, error, onState])
  return (
    <>
      {damaged > 0 && (
        <AttentionRow
          icon={FileWarning}
          title={text('damaged', { smart_count: damaged })}
          facts={text('damagedText')}
          actions={
            <Button size="small" variant="outlined" component={Link} to="/system">
              {text('openSystem')}
            </Button>
          }
        />
      )}
      {shown[0].map((row) => {
        const isAboutCalls = row.apiCallsPercent >= row.storagePercent
        const kind = isAboutCalls ? 'calls' : 'storage'
        return (
          <AttentionRow
            key={row.id}
            icon={Building2}
            tone="warning"
            to={tenantPath(row)}
            title={text(`limit.${kind}`, { name: row.name, percent: highest(row) })}
            facts={text(`limit.${kind}Text`, { date: formatDate(nextMonth()) })}
            actions={
              <Button
                size="small"
                variant="outlined"
                component={Link}
                to={`/admin/environments?tenant=${encodeURIComponent(row.id)}`}
              >
                {text('raise')}
              </Button>
            }
          />
        )
      })}
      {shown[1].map((row) => (
        <AttentionRow
          key={row.id}
          icon={ListX}
          to={tenantPath(row)}
          title={text('failing', { name: row.name, smart_count: row.failedRuns })}
          facts={text('failingText')}
          actions={
            <Button
              size="small"
              variant="outlined"
              disabled={enter.isPending}
              onClick={() => enter.mutate(row)}
            >
              {text('openRuns')}
            </Button>
          }
        />
      ))}
    </>
  )
}

const highest = ({ apiCallsPercent, storagePercent }: Row) =>
  Math.max(apiCallsPercent, storagePercent)

/** The start of the next month, when monthly counters reset. */
function nextMonth(): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}
