import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  formatBytes,
  formatInteger,
  Icon,
  mono,
  Section,
  useAction,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { isRunning, type SyncContract, type Transfer } from '../model.js'
import { Bar, shareOf } from '../pieces/Bar.js'
import { row } from './row.js'

const shown = 8

/** The present transfers, file by file. Renders nothing without transfers. */
export function InProgress({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.page.${key}`, values)
  const isBusy = isRunning(contract)
  const canRun = usePermissions().can('sync.run')
  const transfers = useRead<Transfer[]>(['sync-contracts', contract.id, 'transfers'], {
    query: { range: `[0,${shown - 1}]` },
  })
  const stop = useAction(() => ({ path: `sync-contracts/${contract.id}/stop` }), {
    invalidates: ['sync-contracts'],
    success: { title: translate('sync.done.stopped') },
    error: { fallback: translate('sync.failed') },
  })
  const list = transfers.data ?? []
  if (!isBusy && list.length === 0) return null
  const { progress } = contract.state
  const left = progress ? progress.bytes - progress.bytesDone : 0
  return (
    <Section
      flush
      title={text('inProgress')}
      actions={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          {left > 0 && (
            <Typography variant="body2" color="textSecondary">
              {text('left', { size: formatBytes(left) })}
            </Typography>
          )}
          {isBusy && canRun && (
            <Button
              size="small"
              variant="outlined"
              disabled={stop.isPending}
              onClick={() => stop.mutate()}
            >
              {translate('sync.action.stop')}
            </Button>
          )}
        </Box>
      }
      description={
        progress && progress.files > 0
          ? text('filesOf', {
              done: formatInteger(progress.filesDone),
              files: formatInteger(progress.files),
            })
          : isBusy
            ? translate('sync.truth.scanning')
            : undefined
      }
    >
      {progress && progress.files > 0 && (
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 1.5 }}>
          <Bar label={text('inProgress')} {...shareOf(progress)} />
        </Box>
      )}
      <Box component="ul" aria-label={text('transfers')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {list.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} />
        ))}
      </Box>
    </Section>
  )
}

function TransferRow({ transfer }: { transfer: Transfer }) {
  const translate = useTranslate()
  const { path, side, type, done, total, error } = transfer
  // A file sent by one end goes to the other end.
  const isToTarget = (side === 'target') === (type !== 'send')
  const label = translate(`sync.page.to.${isToTarget ? 'target' : 'source'}`)
  return (
    <Box component="li" sx={{ ...row, gridTemplateColumns: '16px minmax(0, 1fr) auto auto' }}>
      <Box component="span" role="img" aria-label={label} title={label} sx={{ display: 'flex' }}>
        <Icon icon={isToTarget ? ArrowRight : ArrowLeft} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box
          component="p"
          sx={{ m: 0, fontFamily: mono, fontSize: '0.78125rem', overflowWrap: 'anywhere' }}
        >
          {path}
        </Box>
        {error && (
          <Typography variant="caption" color="error" component="p">
            {error}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
        <Bar label={path} done={done} total={total} width={120} />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ minWidth: 64, textAlign: 'right' }}>
        {formatBytes(total)}
      </Typography>
    </Box>
  )
}
