import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { formatInteger, useAction, usePermissions, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { canRelease, syncPath, type SyncContract, type SyncPlan } from '../model.js'
import { useContractTexts } from '../pieces/use_contract_texts.js'

/** Problems of the contract, with their solutions. */
export function Notices({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const { statusOf, unavailableText } = useContractTexts()
  const { phase, openConflicts, message } = contract.state
  const waits = unavailableText(contract) ?? (phase === 'waiting' ? message : null)
  const filter = encodeURIComponent(JSON.stringify({ contractId: contract.id }))
  if (!contract.isActive) return null
  return (
    <>
      {phase === 'stopped' && <Stopped contract={contract} />}
      {phase === 'failed' && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {statusOf(contract).sentence}
        </Alert>
      )}
      {waits && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {waits}
        </Alert>
      )}
      {openConflicts > 0 && (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={
            <Button
              size="small"
              color="inherit"
              component={Link}
              to={`${syncPath}?tab=conflicts&filter=${filter}`}
            >
              {translate('sync.resolve')}
            </Button>
          }
        >
          {translate('sync.truth.conflicts', { smart_count: openConflicts })}
        </Alert>
      )}
    </>
  )
}

/** A stopped run: a person reviews its plan, and then releases it. */
function Stopped({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.page.${key}`, values)
  const { statusOf } = useContractTexts()
  const { stop, runId } = contract.state
  const canRun = usePermissions().can('sync.run')
  const { data: plan } = useRead<SyncPlan>(['sync-contracts', contract.id, 'plan'])
  const release = useAction(
    () => ({
      path: `sync-contracts/${contract.id}/release`,
      body: {
        runId,
        ...(stop && 'count' in stop && { code: stop.code, side: stop.side, count: stop.count }),
      },
    }),
    {
      invalidates: ['sync-contracts'],
      success: { title: translate('sync.done.released') },
      error: { fallback: translate('sync.failed') },
    }
  )
  const isSeen = plan?.state === 'ready'
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        canRun && isSeen && runId && canRelease(stop) ? (
          <Button
            size="small"
            variant="contained"
            color="error"
            disabled={release.isPending}
            onClick={() => release.mutate()}
          >
            {text('continue', { smart_count: plan.total, count: formatInteger(plan.total) })}
          </Button>
        ) : undefined
      }
    >
      {statusOf(contract).sentence}{' '}
      {text(canRelease(stop) ? (isSeen ? 'reviewBelow' : 'previewFirst') : 'comesBack')}
    </Alert>
  )
}
