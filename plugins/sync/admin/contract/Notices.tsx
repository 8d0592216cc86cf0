import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { formatInteger, useAction, usePermissions, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { canRelease, syncPath, type SyncContract, type SyncPlan } from '../model.js'
import { useSentences } from '../pieces/use_sentences.js'

/** What hinders the contract, and the way out. */
export function Notices({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const { ofContract, ofAway } = useSentences()
  const { phase, openConflicts, message } = contract.state
  const waits = ofAway(contract) ?? (phase === 'waiting' ? message : null)
  const filter = encodeURIComponent(JSON.stringify({ contractId: contract.id }))
  if (!contract.isActive) return null
  return (
    <>
      {phase === 'stopped' && <Stopped contract={contract} />}
      {phase === 'failed' && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {ofContract(contract).sentence}
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

/** A person looks at the plan first, and lets it go on. */
function Stopped({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.page.${key}`, values)
  const { ofContract } = useSentences()
  const { stop, runId } = contract.state
  const canRun = usePermissions().can('sync.run')
  const { data: plan } = useRead<SyncPlan>(['sync-contracts', contract.id, 'plan'])
  const release = useAction(
    () => ({ path: `sync-contracts/${contract.id}/release`, body: { runId } }),
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
      {ofContract(contract).sentence}{' '}
      {text(canRelease(stop) ? (isSeen ? 'reviewBelow' : 'previewFirst') : 'comesBack')}
    </Alert>
  )
}
