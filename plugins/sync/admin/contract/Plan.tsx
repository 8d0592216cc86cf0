import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  Badge,
  ErrorState,
  formatInteger,
  Icon,
  RelativeTime,
  RowsSkeleton,
  Section,
  useAction,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { Eye } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import type { PlanCounts, SyncContract, SyncPlan } from '../model.js'
import { PlanRow } from './PlanRow.js'

const first = 5
const more = 50

/** The operations of the next sync, planned on request. */
export function Plan({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.plan.${key}`, values)
  const path = ['sync-contracts', contract.id, 'plan']
  const plan = useRead<SyncPlan>(path, {
    refetchInterval: 1_500,
    isUnderWay: ({ state }) => state === 'making',
  })
  const make = useAction(() => ({ path: path.join('/') }), {
    invalidates: ['sync-contracts'],
    error: { fallback: text('failed') },
  })
  const {
    state = 'none',
    counts = null,
    madeAt = null,
    operations = [],
    total = 0,
  } = plan.data ?? {}
  const canRun = usePermissions().can('sync.run')
  const isMaking = state === 'making' || make.isPending
  const says = (content: ReactNode) => (
    <Typography color="textSecondary" sx={{ px: 2.5, pb: 2.5 }}>
      {content}
    </Typography>
  )
  return (
    <Section
      flush
      title={
        <Box
          component="span"
          sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
        >
          {text('title')}
          {state === 'ready' && counts && <Counts counts={counts} />}
        </Box>
      }
      actions={
        canRun && (
          <Button
            size="small"
            variant="outlined"
            disabled={isMaking}
            startIcon={<Icon icon={Eye} />}
            onClick={() => make.mutate()}
          >
            {text(isMaking ? 'making' : 'preview')}
          </Button>
        )
      }
    >
      {plan.isPending ? (
        <RowsSkeleton rows={3} />
      ) : plan.error ? (
        <ErrorState plain error={plan.error} onRetry={() => void plan.refetch()} />
      ) : state !== 'ready' ? (
        says(text(isMaking ? 'isMaking' : 'none'))
      ) : operations.length === 0 ? (
        says(text('nothing'))
      ) : (
        <>
          <Steps plan={plan.data} contract={contract} />
          <Typography variant="caption" color="textSecondary" component="p" sx={{ px: 2.5, py: 1 }}>
            {total > operations.length &&
              `${text('cut', { count: formatInteger(operations.length), total: formatInteger(total) })} `}
            {madeAt && (
              <>
                {text('madeAt')} <RelativeTime time={madeAt} />
              </>
            )}
          </Typography>
        </>
      )}
    </Section>
  )
}

function Steps({ plan, contract }: { plan: SyncPlan; contract: SyncContract }) {
  const translate = useTranslate()
  const [count, setCount] = useState(first)
  const left = plan.operations.length - count
  return (
    <>
      <Box
        component="ul"
        aria-label={translate('sync.plan.title')}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {plan.operations.slice(0, count).map((step, at) => (
          <PlanRow key={at} step={step} contract={contract} />
        ))}
      </Box>
      {left > 0 && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', px: 1.5, py: 0.5 }}>
          <Button size="small" onClick={() => setCount(count + more)}>
            {translate('sync.plan.more', { smart_count: left, count: formatInteger(left) })}
          </Button>
        </Box>
      )}
    </>
  )
}

const badges = [
  ['created', 'success'],
  ['changed', 'info'],
  ['moved', 'secondary'],
  ['deleted', 'destructive'],
  ['conflicts', 'warning'],
] as const

function Counts({ counts }: { counts: PlanCounts }) {
  const translate = useTranslate()
  return badges.map(
    ([key, variant]) =>
      counts[key] > 0 && (
        <Badge key={key} variant={variant}>
          {translate(`sync.plan.count.${key}`, {
            smart_count: counts[key],
            count: formatInteger(counts[key]),
          })}
        </Badge>
      )
  )
}
