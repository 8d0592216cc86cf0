import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  formatBytes,
  formatDateTime,
  formatInteger,
  formatTime,
  LoadedList,
  RowsSkeleton,
  Section,
  useRead,
  type ToneName,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { POLL, type SyncContract, type SyncRun } from '../model.js'
import { useContractTexts } from '../pieces/use_contract_texts.js'
import { row } from './row.js'

const first = 6
const all = 100

const tones: Record<SyncRun['status'], ToneName> = {
  running: 'info',
  completed: 'success',
  partial: 'warning',
  stopped: 'danger',
  failed: 'danger',
  cancelled: 'neutral',
}

/** A sync with conflicts is complete, but needs a person. */
const toneOf = ({ status, counts }: SyncRun): ToneName =>
  status === 'completed' && (counts?.conflicts ?? 0) > 0 ? 'warning' : tones[status]

/** The latest syncs, each in one line. */
export function History({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.history.${key}`, values)
  const [isAll, setAll] = useState(false)
  const runs = useRead<SyncRun[]>(['sync-contracts', contract.id, 'runs'], {
    query: { range: `[0,${(isAll ? all : first) - 1}]` },
    refetchInterval: POLL,
    keepPrevious: true,
  })
  return (
    <Section
      flush
      title={text('title')}
      actions={
        !isAll &&
        runs.data?.length === first && (
          <Button size="small" onClick={() => setAll(true)}>
            {text('all')}
          </Button>
        )
      }
    >
      <LoadedList
        plain
        read={runs}
        skeleton={<RowsSkeleton rows={3} />}
        empty={
          <Typography color="textSecondary" sx={{ px: 2.5, pb: 2.5 }}>
            {text('none')}
          </Typography>
        }
      >
        {(list) => (
          <Box component="ul" aria-label={text('title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {list.map((run) => (
              <RunRow key={run.id} run={run} contract={contract} />
            ))}
          </Box>
        )}
      </LoadedList>
    </Section>
  )
}

function RunRow({ run, contract }: { run: SyncRun; contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.history.${key}`, values)
  const status = text(`status.${run.status}`)
  const isToday = new Date(run.startedAt).toDateString() === new Date().toDateString()
  return (
    <Box
      component="li"
      sx={{
        ...row,
        gridTemplateColumns: {
          xs: '8px minmax(0, 1fr) auto',
          md: '8px 148px minmax(0, 1fr) 76px 112px',
        },
      }}
    >
      <Box
        component="span"
        role="img"
        aria-label={status}
        title={status}
        sx={{
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: ({ palette }) => palette.tones[toneOf(run)].bar,
        }}
      />
      <Typography variant="body2" color="textSecondary">
        <time dateTime={run.startedAt} title={formatDateTime(run.startedAt)}>
          {isToday ? formatTime(run.startedAt) : formatDateTime(run.startedAt)}
        </time>
      </Typography>
      <Typography
        variant="body2"
        sx={{
          gridColumn: { xs: '2 / -1', md: 3 },
          gridRow: { xs: 2, md: 1 },
          overflowWrap: 'anywhere',
        }}
      >
        <Outcome run={run} contract={contract} />
      </Typography>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ textAlign: 'right', display: { xs: 'none', md: 'block' } }}
      >
        {formatBytes(run.bytesDone)}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'right' }} noWrap>
        {run.trigger === 'manual' && run.startedBy ? run.startedBy : text(`trigger.${run.trigger}`)}
      </Typography>
    </Box>
  )
}

const parts = ['created', 'changed', 'moved', 'deleted', 'conflicts'] as const

function Outcome({ run, contract }: { run: SyncRun; contract: SyncContract }) {
  const translate = useTranslate()
  const { stopText } = useContractTexts()
  if (run.stop) return stopText(run.stop, contract)
  if (run.message) return run.message
  const counted = parts.flatMap((key) => {
    const count = run.counts?.[key] ?? 0
    return count > 0
      ? [translate(`sync.plan.count.${key}`, { smart_count: count, count: formatInteger(count) })]
      : []
  })
  if (counted.length > 0) return counted.join(', ')
  if (run.status !== 'completed') return translate(`sync.history.status.${run.status}`)
  return translate('sync.history.noDifference')
}
